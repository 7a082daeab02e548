//! Tests of `whowins-automata`, in one program.

mod antichain;
mod continuants;
mod formulas;
mod learn;
mod ostrowski;
mod theorems;
mod words;
