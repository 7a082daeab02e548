//! Bytes that are out.

use whowins_guard::inside::{most, out};

#[test]
fn a_large_block_is_counted_at_once_and_forgotten_when_it_goes() {
    // Other tests' threads come and go meanwhile, with far less than this.
    let before = out();
    let block = vec![0u8; 64 << 20];
    assert!(out() - before > 63 << 20);
    let mut block = block;
    block.truncate(32 << 20);
    block.shrink_to_fit();
    assert!(out() - before < 33 << 20);
    drop(block);
    assert!(out() - before < 1 << 20);
}

#[test]
fn what_a_thread_has_not_told_is_told_at_its_end() {
    let before = out();
    for _ in 0..2000 {
        let kept = std::thread::spawn(|| vec![0u8; 16 << 10]).join();
        assert!(kept.is_ok_and(|kept| kept.len() == 16 << 10));
    }
    // Each thread's 16 KiB went elsewhere: lost counts would add up to 32 MB.
    assert!((out() - before).abs() < 1 << 20, "{}", out() - before);
}

#[test]
fn a_quarter_more_and_32_mb_are_left() {
    assert_eq!(most(0), 32 << 20);
    assert_eq!(most(100 << 20), 157 << 20);
    assert_eq!(most(u64::MAX), u64::MAX);
}
