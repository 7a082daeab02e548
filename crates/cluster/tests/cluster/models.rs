//! What the planner says, held to what is measured.

use cpu_time::ProcessTime;

use crate::common::{FILL, QUEEN, QUEENS, STEPS, Subject, TAKE, folder, limits, subject};
use whowins_cluster::{Model, Place};
use whowins_engine::Limits;
use whowins_engine::general::Want;

fn model(subject: &Subject, machines: &[usize], limits: &Limits) -> Model {
    let folder = folder("model");
    Model::of(&subject.asked(), machines, &folder, limits).expect("a model")
}

/// Whether two numbers differ by a factor of 1.5 at most.
fn near(one: f64, other: f64) -> bool {
    one <= 1.5 * other && other <= 1.5 * one
}

#[test]
fn as_much_is_sent_forwards_as_the_planner_says() {
    let folder = folder("counts");
    let machines = [2, 3, 4];
    for (text, at) in [
        (QUEENS, "1023,700"),
        (QUEEN, "99,79,60"),
        (TAKE, "99,100,60"),
        (STEPS, "90,150,20"),
        (FILL, "............."),
    ] {
        for want in [Want::Outcome, Want::Remoteness] {
            let subject = subject(text, at, want);
            let model = model(&subject, &machines, &limits());
            assert!(model.forwards, "{text}");
            for (workers, said) in machines.into_iter().zip(&model.forecasts) {
                let path = folder.join("cluster.wdb");
                let _ = std::fs::remove_file(&path);
                let place = Place::Threads(workers);
                let (_, report) = subject.cluster(place, &path, &limits()).expect("built");
                let all = model.states as f64 * model.measured.letters;
                let (told, heard) = (all * said.share, report.heard.0 as f64);
                assert!(
                    near(told, heard),
                    "{text} {want:?}, {workers}: {told} told, {heard} heard"
                );
                assert_eq!(said.size, report.size);
            }
        }
    }
}

#[test]
#[ignore = "the figures take minutes"]
fn the_planner_is_held_to_processor_time() {
    let folder = folder("held");
    let limits = Limits::default().with_threads(1).with_memory(4 << 30);
    let machines = [1, 2, 3];
    for (name, subject) in crate::figures::forwards() {
        let model = model(&subject, &machines, &limits);
        for (workers, said) in machines.into_iter().zip(&model.forecasts) {
            let path = folder.join("cluster.wdb");
            let _ = std::fs::remove_file(&path);
            let began = ProcessTime::now();
            let (_, report) = subject
                .cluster(Place::Sockets(workers), &path, &limits)
                .expect("built");
            let took = began.elapsed().as_secs_f64();
            println!(
                "{name}, {workers} workers: {took:.2} s of processors, {:.2} said ({:.2}); {} bytes sent, {:.0} said; {:?}",
                said.processor,
                said.processor / took,
                report.bytes_sent,
                said.net,
                model.measured
            );
        }
    }
}
