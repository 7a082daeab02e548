//! Holds a program as `whowins judge` has it held: the container alone, for the tests.

fn main() {
    let mut arguments = std::env::args_os();
    let program: Vec<_> = arguments.by_ref().take(1).collect();
    let rest: Vec<_> = arguments.collect();
    if let Some(contain) = whowins_judge::contain::Contain::of(&rest) {
        contain.hold(&program);
    }
}
