//! The tests of `whowins-automata`, in one program.

mod formulas;
mod ostrowski;
mod theorems;
mod words;
