//! Fair shares: of jobs that wait, and of a whole server. No clock is read: what is asked is what
//! comes before what.

use std::time::Duration;

use serde_json::json;
use whowins_lab::inside::{Client, Shares};

use crate::common::{Random, Running};
use crate::load::class;

fn named(name: &str) -> Client {
    Client::named(name.as_bytes())
}

#[test]
fn clients_take_turns_and_whoever_has_less_under_way_comes_first() {
    let mut shares = Shares::new(100, 2);
    for job in ["a1", "a2", "a3", "a4"] {
        shares.push(named("a"), job).expect("a place");
    }
    // Two threads begin what there is.
    let begun = [shares.pop(), shares.pop()].map(|next| next.expect("a job").1);
    assert_eq!(begun, ["a1", "a2"]);
    for (client, job) in [("b", "b1"), ("c", "c1"), ("b", "b2")] {
        shares.push(named(client), job).expect("a place");
    }
    let mut order = Vec::new();
    // One of the two goes on for ever; the other thread does the rest.
    let mut last = named("a");
    while !shares.is_empty() {
        shares.ended(last);
        let (client, job) = shares.pop().expect("a job");
        order.push(job);
        last = client;
    }
    assert_eq!(order, ["b1", "c1", "b2", "a3", "a4"]);
    assert!(shares.pop().is_none());
}

#[test]
fn a_full_queue_has_a_place_for_whoever_has_less() {
    let mut shares = Shares::new(4, 9);
    for job in 0..4 {
        shares.push(named("a"), job).expect("a place");
    }
    assert_eq!(shares.push(named("a"), 4), Err(4));
    // The newest jobs of the one that has most make place, as long as it has more.
    assert_eq!(shares.push(named("b"), 10), Ok(()));
    assert_eq!(shares.push(named("b"), 11), Ok(()));
    assert_eq!(shares.push(named("b"), 12), Err(12));
    shares.retain(|job| *job != 1);
    assert!(!shares.is_full());
    let all: Vec<i32> = std::iter::from_fn(|| shares.pop().map(|(_, job)| job)).collect();
    assert_eq!(all, [0, 10, 11]);
}

#[test]
fn nobody_has_all_threads() {
    let mut shares = Shares::new(100, 1);
    for job in ["a1", "a2"] {
        shares.push(named("a"), job).expect("a place");
    }
    assert_eq!(shares.pop(), Some((named("a"), "a1")));
    assert_eq!((shares.pop(), shares.under_way()), (None, 1));
    shares.push(named("b"), "b1").expect("a place");
    assert_eq!(shares.pop(), Some((named("b"), "b1")));
    shares.ended(named("a"));
    assert_eq!(shares.pop(), Some((named("a"), "a2")));
}

/// Whatever comes and goes: no job is lost or done twice, one client's jobs keep their order, and
/// nobody who waits is passed over by a client that has as much under way and was served since.
#[test]
fn no_job_is_lost_and_nobody_starves() {
    let mut random = Random::new(21);
    for most in [1, 3, 40] {
        let mut shares = Shares::new(most, 2);
        let (mut given, mut begun, mut under_way) = (Vec::new(), Vec::new(), Vec::new());
        let mut passed = [0u32; 5];
        for job in 0..4000u64 {
            let who = random.below(5);
            let client = named(&who.to_string());
            match random.below(3) {
                // Without eviction, which would take jobs back.
                0 if !shares.is_full() => {
                    shares.push(client, (who, job)).expect("a place");
                    given.push((who, job));
                }
                1 if !under_way.is_empty() => {
                    let at = random.below(under_way.len() as u64) as usize;
                    shares.ended(under_way.swap_remove(at));
                }
                _ if under_way.len() < 2 => {
                    if let Some((client, (who, job))) = shares.pop() {
                        begun.push((who, job));
                        under_way.push(client);
                        passed[who as usize] = 0;
                        for other in 0..5 {
                            let waits = |list: &[(u64, u64)]| {
                                list.iter().filter(|(who, _)| *who == other).count()
                            };
                            if waits(&given) > waits(&begun) {
                                passed[other as usize] += 1;
                            } else {
                                passed[other as usize] = 0;
                            }
                        }
                        // Five clients, two threads: others are served at most so often before one
                        // that waits is.
                        assert!(passed.iter().all(|passed| *passed <= 12), "{passed:?}");
                    }
                }
                _ => {}
            }
        }
        under_way.into_iter().for_each(|one| shares.ended(one));
        while let Some((client, job)) = shares.pop() {
            begun.push(job);
            shares.ended(client);
        }
        for who in 0..5 {
            let of = |list: &[(u64, u64)]| -> Vec<u64> {
                let own = list.iter().filter(|(own, _)| *own == who);
                own.map(|(_, job)| *job).collect()
            };
            assert_eq!(of(&given), of(&begun), "{most}, {who}");
        }
    }
}

/// Two clients search for laws that are not to be found, with many more that wait; a whole class
/// asks what tables and other laws answer, all at once, and has all of it while they search on.
#[test]
fn positions_are_answered_while_others_search() {
    let server = Running::with(whowins_lab::Options {
        time: Some(Duration::from_secs(600)),
        ..whowins_lab::Options::default()
    });
    let mut searching = class::searching(&server, 12);
    let lesson = class::lesson(&server);
    let ask = |who: usize| {
        let client = format!("pupil{who}");
        // Each begins with another one.
        for question in lesson.iter().cycle().skip(who).take(lesson.len()) {
            class::ask(&server, &client, question);
        }
    };
    std::thread::scope(|scope| {
        (0..class::SIZE).for_each(|who| {
            drop(scope.spawn({
                let ask = &ask;
                move || ask(who)
            }))
        });
    });
    let nim = server.register(class::shipped("nim"), &json!({}));
    let law = server.get(&format!("/api/law?game={nim}")).json();
    assert_eq!(law["status"], "proved", "{law}");
    assert!(
        searching.iter_mut().all(class::still_waits),
        "they search on"
    );
}
