//! The tests of `whowins-web`: what can be seen of it where there is no browser.
//! `crates/lab/browser/folder` has it answer in one.

mod calls;
