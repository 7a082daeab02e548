//! The options of one heap, listed as they are asked for.

use whowins_rules::{Parameters, Rules};

use whowins::trace::OneHeap;
use whowins_analysis::Budget;
use whowins_views::Heap;

fn heap(moves: &str) -> Heap {
    let text = format!("game \"Heap\"\nposition n\nmove {moves}");
    let rules = Rules::parse("heap", &text).expect("rules");
    let game = rules.game(&Parameters::new()).expect("a game");
    let Ok(heap) = Heap::new(game, &Budget::OPEN) else {
        panic!("one heap");
    };
    heap
}

/// The options in whatever order they are asked for are those of the rules in their order.
#[test]
fn options_are_those_of_the_rules() {
    let heap = heap("n -= k for k >= 1 if k % 3 != 0");
    let all: Vec<u64> = (1..=100).filter(|k| k % 3 != 0).map(|k| 100 - k).collect();
    let mut asked: Vec<usize> = (0..all.len() + 3).collect();
    asked.extend([40, 3, 66, 67, 0, 65]);
    for index in asked {
        assert_eq!(heap.option(0, 100, index as u64), all.get(index).copied());
        assert_eq!(
            heap.option(1, 50, index as u64 * 1000),
            (index == 0).then_some(49)
        );
    }
}

/// Asked for one after another, each is listed a few times, not once for each that follows.
#[test]
fn a_heap_is_listed_a_few_times_only() {
    let heap = heap("n -= k for k >= 1");
    let mut listings = 0;
    for index in 0..10_000 {
        listings += u32::from(!heap.is_listed(0, 10_000, index));
        assert_eq!(heap.option(0, 10_000, index), Some(10_000 - 1 - index));
    }
    assert!(listings < 16, "{listings}");
}

/// A heap whose options are few and far between is not listed past the end of the budget.
#[test]
fn a_listing_ends_with_the_budget() {
    let budget = Budget::default();
    budget.stop();
    let text = "game \"Rare\"\nposition n\nmove n -= k for k >= 1 if k % 999999999999 = 7\n";
    let rules = Rules::parse("rare", text).expect("rules");
    let game = rules.game(&Parameters::new()).expect("a game");
    let Ok(heap) = Heap::new(game, &budget) else {
        panic!("one heap");
    };
    assert_eq!(heap.option(0, 1_000_000_000_000_000, 1), None);
}
