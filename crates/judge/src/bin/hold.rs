//! Runs a program in the container of `whowins judge`, without the judge. The tests use it.

fn main() {
    let mut arguments = std::env::args_os();
    let program: Vec<_> = arguments.by_ref().take(1).collect();
    let rest: Vec<_> = arguments.collect();
    if let Some(contain) = whowins_judge::contain::Contain::of(&rest) {
        contain.hold(&program);
    }
}
