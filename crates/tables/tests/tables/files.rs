//! Tests table files that are complete, truncated, damaged or of another game, and queries of them.

use std::fs;
use std::time::Duration;

use crate::common::{Random, Subject, folder, stopped_by, subject};
use whowins_analysis::{Player, Position, Value};
use whowins_engine::general::{General, Want};
use whowins_engine::{EngineError, Limits};
use whowins_tables::{Finished, Known, Table, TableError};

const NIM: &str = "game \"Nim\"\nposition x, y, z\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove z -= k for k >= 1";
const PARTIZAN: &str = "game \"Partizan\"\nplayers Left, Right\nposition x, y\nLeft: move x -= 1, y -= 2\nLeft: move x -= 3\n\
    Right: move x -= 2, y -= 1\nRight: move y -= 3\nmisère play\ndraw when x = 5 and y = 5";
const LINE: &str = "game \"Line\"\nplayers X, O\nposition board of . X O\nX: move . -> X\nO: move . -> O\n\
    X wins when board has X X X along right, down\nO wins when board has O O O along right, down\nwho cannot move draws";
const WALK: &str = "game \"Walk\"\nposition x <= 300, y <= 90\nmove x += 1\nmove x -= 1, y -= 1\nmove y -= 2\nrepetition draws";
const COP: &str = "game \"Cop\"\nplayers Cop, Robber\ngiven net: graph = \"a-b, b-c, c-d, d-e, e-a, e-f\"\n\
    position cop, robber: nodes of net\nCop: move cop to a neighbour\nRobber: move robber to a neighbour\n\
    Cop wins when cop = robber\nrepetition draws";
const SILENT: &str =
    "game \"Silent\"\nposition x <= 30\nmove x += 1\nmove x -= 1\nthe mover wins when x = 30";

const GAMES: [(&str, &str); 5] = [
    (NIM, "79,63,41"),
    (PARTIZAN, "500,400"),
    (LINE, ".../.../..."),
    (WALK, "9,90"),
    (COP, "a c"),
];

#[test]
fn a_table_says_what_the_solver_says() {
    let folder = folder("says");
    for (number, (text, at)) in GAMES.into_iter().enumerate() {
        let subject = subject(text, at);
        for (want, only) in [
            (Want::Outcome, None),
            (Want::Remoteness, None),
            (Want::Remoteness, Some(&Player::BOTH[..])),
        ] {
            let path = folder.join(format!("{number}-{want:?}-{}.wdb", only.is_some()));
            let limits = Limits::default();
            subject
                .build(&path, want, only, &limits)
                .expect("it is built");
            let table = Table::open(&path).expect("it is whole");
            table.check(&limits).expect("it is sound");
            let mut solver = General::new(subject.game.clone(), want, limits);
            let mut random = Random(7);
            let mut reached = 0;
            for _ in 0..400 {
                let position = somewhere(&subject, &mut random);
                let solved = solver.solve(&position).expect("solved");
                let known = table.values(&position).expect("covered");
                for player in Player::BOTH {
                    let answer = &solved.to_move[player.index()];
                    match known[player.index()] {
                        Known::Decided(value, remoteness) => {
                            reached += 1;
                            let remoteness = remoteness.filter(|_| want == Want::Remoteness);
                            assert_eq!((value, remoteness), (answer.value, answer.remoteness));
                            let found = table.answer(&position, player).expect("answered");
                            assert_eq!(&found, answer, "{}", subject.game.show(&position));
                        }
                        other => {
                            assert_eq!((other, only.is_some()), (Known::Unreached, true));
                            assert!(table.answer(&position, player).is_err());
                        }
                    }
                }
            }
            assert!(reached > 0, "{text}");
        }
    }
}

fn somewhere(subject: &Subject, random: &mut Random) -> Position {
    let state = subject.game.state_of(&subject.at).expect("small");
    let (rows, columns) = subject.game.size_of(&subject.at);
    let values = |high: i64| match (subject.game.board(), subject.game.tokens()) {
        (Some(_), _) => 3,
        (_, Some(_)) => 6,
        _ => high as u64 + 1,
    };
    let state: Vec<i64> = state
        .iter()
        .map(|high| random.below(values(*high)) as i64)
        .collect();
    subject.game.position_of(&state, rows, columns)
}

#[test]
fn a_build_that_was_cut_off_anywhere_goes_on_to_the_same_bytes() {
    let folder = folder("cut");
    let mut random = Random(11);
    for (number, (text, at)) in GAMES.into_iter().enumerate() {
        let subject = subject(text, at);
        let path = folder.join(format!("{number}.wdb"));
        let limits = Limits::default();
        subject
            .build(&path, Want::Remoteness, None, &limits)
            .expect("built");
        let whole = fs::read(&path).expect("it is there");
        for round in 0..30 {
            let path = folder.join(format!("{number}-again.wdb"));
            let part = folder.join(format!("{number}-again.wdb.part"));
            let _ = fs::remove_file(&path);
            let cut = match round {
                0 => 0,
                1 => 7,
                2 => whole.len(),
                _ => random.below(whole.len() as u64) as usize,
            };
            let mut left = whole[..cut].to_vec();
            if round % 3 == 2 && cut > 3000 {
                // After a power failure, the last bytes may be damaged, too.
                let at = 2900 + random.below(cut as u64 - 2900) as usize;
                left[at] ^= 1 << random.below(8);
            }
            fs::write(&part, &left).expect("written");
            let own = Limits::default()
                .with_threads(1 + round % 3)
                .with_memory(8 << 20);
            let finished = subject
                .build(&path, Want::Remoteness, None, &own)
                .expect("built");
            assert!(
                fs::read(&path).expect("it is there") == whole,
                "{text}, cut at {cut}"
            );
            assert!(!part.exists());
            assert!(finished.before <= finished.heading.states);
        }
    }
}

#[test]
fn little_memory_and_many_threads_change_nothing() {
    let folder = folder("memory");
    for (number, (text, at)) in [
        (NIM, "199,99,99"),
        (PARTIZAN, "1500,1100"),
        (LINE, "..../..../...."),
    ]
    .into_iter()
    .enumerate()
    {
        let subject = subject(text, at);
        let built = |name: &str, memory: u64, threads: usize| {
            let path = folder.join(format!("{number}-{name}.wdb"));
            let limits = Limits::default().with_memory(memory).with_threads(threads);
            subject
                .build(&path, Want::Outcome, None, &limits)
                .expect("built");
            fs::read(path).expect("it is there")
        };
        let whole = built("whole", 1 << 30, 1);
        // The table itself would take two or three times as much.
        assert!(whole == built("little", 800 << 10, 1), "{text}");
        assert!(whole == built("threads", 800 << 10, 3), "{text}");
    }
}

#[test]
fn every_damage_is_noticed() {
    let folder = folder("damage");
    let subject = subject(NIM, "79,63,41");
    let path = folder.join("sound.wdb");
    subject
        .build(&path, Want::Remoteness, None, &Limits::default())
        .expect("built");
    let sound = fs::read(&path).expect("it is there");
    let damaged = folder.join("damaged.wdb");
    let mut random = Random(5);
    let fault = |bytes: &[u8]| {
        fs::write(&damaged, bytes).expect("written");
        let found = Table::open(&damaged).and_then(|table| table.check(&Limits::default()));
        match found {
            Err(TableError::Input(message)) => {
                assert!(message.contains("damaged.wdb"), "{message}");
                message
            }
            other => panic!("not noticed: {other:?}"),
        }
    };
    for _ in 0..400 {
        let mut bytes = sound.clone();
        for _ in 0..1 + random.below(4) {
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] ^= 1 + random.below(255) as u8;
        }
        if bytes != sound {
            fault(&bytes);
        }
    }
    for _ in 0..200 {
        fault(&sound[..random.below(sound.len() as u64) as usize]);
    }
    let mut longer = sound.clone();
    longer.push(b'\n');
    assert!(fault(&longer).contains("cut off, or something follows its end"));
    assert!(fault(b"").contains("this isn't a table"));
    assert!(fault(b"PK\x03\x04 something else entirely").contains("this isn't a table"));
    fault(&[&sound[..3000], &sound[3100..]].concat());
}

/// Number of stops.
const STOPS: u32 = 8;

/// Tests a walk with many levels, solved in memory: it is stopped repeatedly, each time after the
/// state of a later level was saved.
#[test]
fn work_in_memory_is_taken_up_between_levels() {
    let folder = folder("levels");
    let long = "game \"Long\"\nposition x <= 60000, y <= 3\nmove x += 1\nmove x += 2, y -= 1\nmove y += 1 if x = 9\n\
        draw when x = 59000 and y = 2\nthe mover wins when x = 60000\nrepetition draws";
    let subject = subject(long, "3,3");
    let whole = folder.join("whole.wdb");
    for want in [Want::Outcome, Want::Remoteness] {
        let _ = fs::remove_file(&whole);
        subject
            .build(&whole, want, None, &Limits::default())
            .expect("built");
        let wanted = fs::read(&whole).expect("it is there");
        assert!(!folder.join("whole.wdb.state").exists());
        let path = folder.join("stopped.wdb");
        let state = folder.join("stopped.wdb.state");
        let _ = fs::remove_file(&path);
        let mut random = Random(9);
        let mut stops = 0;
        for _ in 0..200 {
            // The last run finishes. Earlier ones are stopped as soon as they have saved.
            let limits = Limits::default();
            let built = if stops == STOPS {
                subject.build(&path, want, None, &limits)
            } else {
                stopped_by(&state, &limits, || {
                    subject.build(&path, want, None, &limits)
                })
            };
            match built {
                Ok(_) if stops == STOPS => break,
                // It finished before the stop: start again.
                Ok(_) => fs::remove_file(&path).expect("it is there"),
                Err(TableError::Engine(EngineError::Stopped)) => stops += 1,
                Err(other) => panic!("{other:?}"),
            }
            let Ok(mut saved) = fs::read(&state) else {
                continue;
            };
            // A damaged or truncated state isn't used.
            if stops == 3 {
                let at = random.below(saved.len() as u64) as usize;
                saved[at] ^= 1 << random.below(8);
                fs::write(&state, &saved).expect("written");
            }
            if stops == 5 {
                fs::write(&state, &saved[..saved.len() / 2]).expect("written");
            }
        }
        assert_eq!(stops, STOPS, "{want:?}");
        assert!(fs::read(&path).expect("it is there") == wanted, "{want:?}");
        assert!(!state.exists());
    }
}

#[test]
fn other_tables_are_named_and_left_alone() {
    let folder = folder("other");
    let path = folder.join("table.wdb");
    let limits = Limits::default();
    let nim = subject(NIM, "30,30,30");
    nim.build(&path, Want::Outcome, None, &limits)
        .expect("built");
    let before = fs::read(&path).expect("it is there");
    let message = |found: Result<Finished, TableError>| match found {
        Err(TableError::Input(message)) => message,
        other => panic!("{other:?}"),
    };
    let other = subject(PARTIZAN, "50,50").build(&path, Want::Outcome, None, &limits);
    assert!(
        message(other).contains("a table of other rules or parameters (`Nim`, where `Partizan`")
    );
    let other = subject(NIM, "30,30,31").build(&path, Want::Outcome, None, &limits);
    assert!(message(other).contains("a table around 30,30,30, not around 30,30,31"));
    let other = nim.build(&path, Want::Remoteness, None, &limits);
    assert!(message(other).contains("other options"));
    let again = nim
        .build(&path, Want::Outcome, None, &limits)
        .expect("there already");
    assert_eq!(again.before, again.heading.states);
    assert!(fs::read(&path).expect("it is there") == before);

    let part = folder.join("new.wdb.part");
    fs::write(&part, "a letter").expect("written");
    let built = nim
        .build(&folder.join("new.wdb"), Want::Outcome, None, &limits)
        .expect("it begins again");
    assert!(
        built.notes[0]
            .contains("new.wdb.part isn't a table of this version, or is damaged: it is called"),
        "{:?}",
        built.notes
    );
    let aside = fs::read(folder.join("new.wdb.part.damaged"));
    assert_eq!(aside.expect("set aside"), b"a letter");
    assert!(fs::read(folder.join("new.wdb")).expect("built") == before);

    // The unfinished table of another game must not be touched.
    let (whole, other) = (folder.join("half.wdb.part"), folder.join("half.wdb"));
    fs::write(&whole, &before).expect("written");
    let found = subject(NIM, "30,30,31").build(&other, Want::Outcome, None, &limits);
    assert!(message(found).contains("a table around 30,30,30, not around 30,30,31"));
    assert!(fs::read(&whole).expect("left alone") == before);

    let table = Table::open(&path).expect("sound");
    let outside = nim.game.read("31,0,0").expect("a position");
    match table.values(&outside) {
        Err(TableError::Input(message)) => assert!(message.contains("31,0,0 is not in this table")),
        other => panic!("{other:?}"),
    }
}

#[test]
fn one_run_at_a_time_writes_a_table() {
    let folder = folder("lock");
    let part = folder.join("table.wdb.part");
    let file = fs::File::create(&part).expect("made");
    file.lock().expect("locked");
    let nim = subject(NIM, "30,30,30");
    let found = nim.build(
        &folder.join("table.wdb"),
        Want::Outcome,
        None,
        &Limits::default(),
    );
    match found {
        Err(TableError::Input(message)) => {
            assert!(message.contains("another run is writing"), "{message}")
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn limits_end_a_build_and_what_is_done_stays() {
    let folder = folder("limits");
    let path = folder.join("table.wdb");
    let nim = subject(NIM, "299,199,149");
    let stopped = Limits::default();
    stopped.budget.stop();
    let late = Limits::default().with_time(Duration::ZERO);
    let poor = Limits::default().with_memory(1000);
    for (limits, wanted) in [(stopped, "stopped"), (late, "time"), (poor, "memory")] {
        match (nim.build(&path, Want::Outcome, None, &limits), wanted) {
            (Err(TableError::Engine(EngineError::Stopped)), "stopped")
            | (Err(TableError::Engine(EngineError::Time)), "time")
            | (Err(TableError::Engine(EngineError::Memory { .. })), "memory") => {}
            (other, wanted) => panic!("{wanted}: {other:?}"),
        }
        assert!(!path.exists());
    }
    nim.build(&path, Want::Outcome, None, &Limits::default())
        .expect("it goes on");
}

#[test]
fn endless_play_is_said_and_only_refused_there() {
    let folder = folder("endless");
    let silent = subject(
        "game \"Silent\"\nposition x <= 30\nmove x += 1\nmove x -= 1",
        "3",
    );
    let path = folder.join("table.wdb");
    silent
        .build(&path, Want::Outcome, None, &Limits::default())
        .expect("built");
    let table = Table::open(&path).expect("sound");
    assert_eq!(
        table.values(&silent.at).expect("covered"),
        [Known::Endless; 2]
    );
    assert!(matches!(
        table.answer(&silent.at, Player::First),
        Err(TableError::Engine(EngineError::Endless { .. }))
    ));
    let only = silent.build(
        &folder.join("only.wdb"),
        Want::Outcome,
        Some(&Player::BOTH),
        &Limits::default(),
    );
    assert!(
        matches!(only, Err(TableError::Input(message)) if message.contains("repetition draws"))
    );
    let ends = subject(SILENT, "3");
    let path = folder.join("ends.wdb");
    ends.build(&path, Want::Remoteness, None, &Limits::default())
        .expect("built");
    let table = Table::open(&path).expect("sound");
    let mover = ends.game.read("30").expect("a position");
    assert_eq!(
        table.values(&mover).expect("covered"),
        [Known::Decided(Value::Loss, Some(0)); 2]
    );
}

/// Tests that a table whose list of blocks exceeds the memory is rejected before any allocation.
#[test]
fn a_table_of_a_million_blocks_asks_first() {
    let folder = folder("asks");
    let clobber = "game \"Clobber\"\nplayers White, Black\nposition board of . o x\nWhite: move o x -> . o along right, down, left, up\n\
        Black: move x o -> . x along right, down, left, up\nmove o . -> . o along right, down";
    let huge = subject(clobber, "oxoxooxo.o/oxx..oxoxo/x..ooxxxxo");
    let limits = Limits::default().with_memory(100 << 20).with_threads(1);
    for want in [Want::Outcome, Want::Remoteness] {
        let table = folder.join(format!("{want:?}.wdb"));
        match huge.build(&table, want, None, &limits) {
            Err(TableError::Engine(EngineError::Memory { wanted, allowed })) => {
                assert_eq!(allowed, limits.budget.memory);
                assert!(wanted.is_some_and(|wanted| wanted > 10 << 30), "{wanted:?}");
            }
            other => panic!("{other:?}"),
        }
    }
}
