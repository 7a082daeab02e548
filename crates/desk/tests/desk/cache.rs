//! What the bounded cache keeps.

use whowins_desk::inside::Cache;

#[test]
fn what_was_not_asked_for_longest_goes_first() {
    let cache = Cache::new(10);
    cache.put("a", 1, 4);
    cache.put("b", 2, 4);
    assert_eq!(cache.get(&"a"), Some(1));
    cache.put("c", 3, 4);
    assert_eq!(
        [cache.get(&"a"), cache.get(&"b"), cache.get(&"c")],
        [Some(1), None, Some(3)]
    );
    assert_eq!(cache.bytes(), 8);
}

#[test]
fn it_never_holds_more_than_it_may() {
    let cache = Cache::new(1000);
    for at in 0..10_000_usize {
        cache.put(at % 77, at, at * 7919 % 400);
        assert!(cache.bytes() <= 1000);
    }
    cache.put(1, 1, 1001);
    assert!(cache.bytes() <= 1000);
}
