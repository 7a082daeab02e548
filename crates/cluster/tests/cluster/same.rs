//! The same bytes as one machine's, whatever the game and the number of processes.

use std::fs;

use crate::common::{
    FILL, NIM, SIDES, STEPS, STONES, TAKE, WALK, folder, limits, pursuit, subject,
};
use whowins_analysis::Player;
use whowins_cluster::{ClusterError, Place};
use whowins_core::random::{Random, cases};
use whowins_engine::general::Want;
use whowins_tables::Table;

#[test]
fn every_shape_has_the_bytes_of_one_machine() {
    let folder = folder("same");
    let map = pursuit(13);
    let shapes = [
        (WALK, "9,90"),
        (SIDES, "9,90"),
        (STONES, "..o..x.ox."),
        (NIM, "79,49,30"),
        (STEPS, "90,150,20"),
        (TAKE, "40,50,30"),
        (FILL, "............"),
        // Long rays with a guard.
        (
            "game \"Guarded\"\nposition x, y\nmove x -= k for k >= 1 if k % 3 = 1\nmove y -= k for k >= 1 if k % 2 = 1",
            "200,150",
        ),
        (
            "game \"Row\"\nposition n\nmove n -= k for k in {1, 4, 9}",
            "4000",
        ),
        (&map[..], "1,1 2,2"),
    ];
    for (number, (text, at)) in shapes.into_iter().enumerate() {
        for want in [Want::Outcome, Want::Remoteness] {
            let subject = subject(text, at, want);
            let wanted = subject.alone(&folder);
            let places = [
                Place::Sockets(1),
                Place::Sockets(2),
                Place::Sockets(3),
                Place::Sockets(7),
            ];
            for (which, place) in places.into_iter().enumerate() {
                let path = folder.join(format!("{number}-{want:?}-{which}.wdb"));
                let (made, report) = subject.cluster(place, &path, &limits()).expect("built");
                assert!(made.is_some());
                assert!(
                    fs::read(&path).expect("there") == wanted,
                    "{text} {want:?} {which}"
                );
                assert_eq!(report.workers.len(), report.workers[0].of);
                // Nothing but the table is left.
                assert!(!whowins_cluster::folder_of(&path).exists());
            }
        }
    }
}

/// Letters of one level for more blocks than a round works off, and none of them for the first
/// process: the level is not over.
#[test]
fn a_level_is_over_when_nobody_has_letters() {
    let folder = folder("level");
    let text = "game \"Down\"\nposition x <= 3900000\nmove x -= 1300000\nmove x += 1 if x >= 2600000 and x % 100 = 4\n\
                move x -= 1 if x >= 2600000 and x % 100 = 5\nrepetition draws";
    let mut subject = subject(text, "3900000", Want::Remoteness);
    let wanted = subject.alone(&folder);
    subject.size = Some(1);
    let path = folder.join("cluster.wdb");
    let place = Place::Sockets(3);
    subject.cluster(place, &path, &limits()).expect("built");
    assert!(fs::read(&path).expect("there") == wanted);
}

/// Tests that a game whose moves can't be walked backwards is rejected, on each process.
#[test]
fn moves_that_cannot_be_walked_backwards_are_rejected() {
    let folder = folder("halves");
    let text =
        "game \"Halves\"\nposition x <= 400, y <= 400\nmove x := x / 2 if x >= 1\nmove y -= 1";
    let subject = subject(text, "400,400", Want::Outcome);
    let path = folder.join("cluster.wdb");
    let error = subject
        .cluster(Place::Sockets(2), &path, &limits())
        .expect_err("rejected");
    assert!(matches!(error, ClusterError::Input(_)), "{error}");
    assert!(
        error.to_string().contains("with `whowins build`"),
        "{error}"
    );
    assert!(!path.exists() && !whowins_cluster::folder_of(&path).exists());
}

#[test]
fn only_what_play_comes_to() {
    let folder = folder("only");
    let map = pursuit(13);
    for (text, at) in [
        (WALK, "9,90"),
        (&map[..], "1,1 2,2"),
        (NIM, "79,49,30"),
        (STEPS, "90,150,20"),
        (FILL, "..o.x......."),
    ] {
        let mut subject = subject(text, at, Want::Remoteness);
        subject.only = Some(&Player::BOTH[..1]);
        let wanted = subject.alone(&folder);
        let path = folder.join("cluster.wdb");
        let _ = fs::remove_file(&path);
        let place = Place::Sockets(2);
        let (made, _) = subject.cluster(place, &path, &limits()).expect("built");
        assert!(made.and_then(|made| made.reached) > Some(0));
        assert!(fs::read(&path).expect("there") == wanted, "{text}");
    }
}

#[test]
fn little_memory_and_many_letters_come_to_the_same_bytes() {
    let folder = folder("little");
    let map = pursuit(25);
    for (text, at) in [
        (WALK, "9,90"),
        (&map[..], "1,1 2,2"),
        (FILL, "............."),
    ] {
        for (want, memory) in [(Want::Outcome, 512 << 10), (Want::Remoteness, 256 << 10)] {
            let subject = subject(text, at, want);
            let wanted = subject.alone(&folder);
            let path = folder.join("cluster.wdb");
            let _ = fs::remove_file(&path);
            let limits = limits().with_memory(memory);
            let place = Place::Sockets(2);
            let (_, report) = subject.cluster(place, &path, &limits).expect("built");
            assert!(fs::read(&path).expect("there") == wanted, "{text} {want:?}");
            for worker in &report.workers {
                assert!(worker.memory <= memory, "{} of {memory}", worker.memory);
            }
        }
    }
}

#[test]
fn a_folder_of_shards_is_probed_as_the_table_is() {
    let folder = folder("shards");
    let mut subject = subject(WALK, "9,90", Want::Remoteness);
    subject.alone(&folder);
    subject.shards = true;
    let path = folder.join("shards.wdb");
    subject
        .cluster(Place::Sockets(3), &path, &limits())
        .expect("built");
    assert!(path.is_dir());
    let (one, many) = (
        Table::open(&folder.join("alone.wdb")).expect("a table"),
        Table::open(&path).expect("a set"),
    );
    many.check(&limits()).expect("sound");
    for number in 0..500 {
        let at = format!("{},{}", number * 37 % 3001, number * 11 % 201);
        let at = subject.game.read(&at).expect("a position");
        assert_eq!(
            one.values(&at).expect("known"),
            many.values(&at).expect("known")
        );
    }
    // A shard that is altered, and one that is missing.
    let shard = path.join("shard-1");
    let whole = fs::read(&shard).expect("there");
    let mut bytes = whole.clone();
    let at = bytes.len() / 2;
    bytes[at] ^= 4;
    fs::write(&shard, &bytes).expect("written");
    let fault = Table::open(&path).and_then(|table| table.check(&limits()));
    assert!(fault.expect_err("altered").to_string().contains("checksum"));
    bytes.truncate(at);
    fs::write(&shard, &bytes).expect("written");
    let fault = Table::open(&path).err().expect("cut off").to_string();
    assert!(
        fault.contains("shard-1") && fault.contains("altered"),
        "{fault}"
    );
    fs::remove_file(&shard).expect("there");
    let fault = Table::open(&path).err().expect("missing").to_string();
    assert!(
        fault.contains("shard-1") && fault.contains("missing"),
        "{fault}"
    );
}

/// Tests random steps, unbounded rays, guards and ends: the bytes equal those of one machine.
#[test]
fn random_steps_have_the_bytes_of_one_machine() {
    let folder = folder("random");
    for seed in 0..cases(12, 400) as u64 {
        let random = &mut Random(seed);
        let most = [[9, 30, 12], [599, 12, 2]][seed as usize % 2];
        let mut text = format!(
            "game \"Random\"\nplayers L, R\nposition a <= {}, b <= {}, c <= {}",
            most[0], most[1], most[2]
        );
        for _ in 0..3 + random.below(5) {
            let who = ["", "L: ", "R: "][random.below(3)];
            let step = |random: &mut Random, name: &str| match random.below(7) {
                0..3 => String::new(),
                3 => format!(", {name} += {}", 1 + random.below(3)),
                _ => format!(", {name} -= {}", 1 + random.below(4)),
            };
            let first = ["a -= 1", "a -= 2", "b -= 1", "b -= 3", "c -= 1"][random.below(5)];
            let more = match first.as_bytes()[0] {
                b'a' => step(random, "b") + &step(random, "c"),
                b'b' => step(random, "c"),
                _ => String::new(),
            };
            let guard = ["", "", " if (a + b) % 2 = 0", " if c < 7"][random.below(4)];
            text += &format!("\n{who}move {first}{more}{guard}");
        }
        for _ in 0..random.below(4) {
            let who = ["", "L: ", "R: "][random.below(3)];
            let changes: Vec<String> = ["a", "b", "c"]
                .into_iter()
                .filter_map(|name| match random.below(4) {
                    0 | 1 => None,
                    2 => Some(format!("{name} -= k")),
                    _ => Some(format!(
                        "{name} -= {} * k + {}",
                        1 + random.below(3),
                        random.below(3)
                    )),
                })
                .collect();
            let least = 1 + random.below(3);
            if !changes.is_empty() {
                text += &format!("\n{who}move {} for k >= {least}", changes.join(", "));
            }
        }
        text += ["", "\nL wins when a = 4 and b = 4", "\ndraw when c = 5"][random.below(3)];
        text += ["", "\nmisère play", "\nwho cannot move draws"][random.below(3)];
        for want in [Want::Outcome, Want::Remoteness] {
            let mut subject = subject(&text, &format!("{},{},{}", most[0], most[1], most[2]), want);
            let wanted = subject.alone(&folder);
            subject.size = Some(1);
            let path = folder.join("cluster.wdb");
            let _ = fs::remove_file(&path);
            let place = Place::Sockets(1 + seed as usize / 2 % 4);
            subject.cluster(place, &path, &limits()).expect("built");
            assert!(fs::read(&path).expect("there") == wanted, "{text}");
        }
    }
}
