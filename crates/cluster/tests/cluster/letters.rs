//! Messages as bytes.

use timely::bytes::arc::BytesMut;
use timely::dataflow::channels::ContainerBytes;
use whowins_cluster::inside::Letters;

#[test]
fn a_message_comes_as_it_went() {
    for count in [0, 1, 2, 3, 2047, 2048, 5000] {
        let words: Vec<u32> = (0..count)
            .map(|word: u32| word.wrapping_mul(0x9e37_79b9))
            .collect();
        let letters = Letters { to: 7, words };
        let mut bytes = Vec::new();
        letters.into_bytes(&mut bytes);
        assert_eq!(bytes.len(), letters.length_in_bytes());
        assert_eq!(bytes.len() % 8, 0);
        let bytes = BytesMut::from(bytes).freeze();
        assert_eq!(Letters::from_bytes(bytes), letters);
    }
}

#[test]
fn runs_that_are_cut_off_are_noticed() {
    let whole = Letters {
        to: 0,
        words: vec![5, 2, 10, 11, 6, 1, 12],
    };
    let mut seen = Vec::new();
    let done = whole.runs(|block, run| {
        seen.push((block, run.to_vec()));
        Ok::<_, ()>(())
    });
    assert_eq!(done, Ok(true));
    assert_eq!(seen, [(5, vec![10, 11]), (6, vec![12])]);
    for words in [vec![5], vec![5, 2, 10], vec![5, 1, 10, 6]] {
        let cut = Letters { to: 0, words };
        assert_eq!(cut.runs(|_, _| Ok::<_, ()>(())), Ok(false));
    }
}
