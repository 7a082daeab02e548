//! Tests of the command as a user runs it: arguments and standard input; exit code, standard output
//! and standard error.
#![allow(missing_docs)]

mod asking;
mod atlas;
mod certificates;
mod cluster;
mod contests;
mod core;
mod corrections;
mod deadline;
mod dear;
mod documents;
mod editor;
mod explain;
mod faults;
mod help;
mod judge;
mod lab;
mod laws;
mod limits;
mod lists;
mod maps;
mod numbers;
mod page;
mod pages;
mod play;
mod run;
mod schemas;
mod screen;
mod seeds;
mod shells;
mod solve;
mod standard_output;
mod supervised;
mod tables;
mod terminal;
mod traces;
mod values;
mod words;
mod writing;

use whowins_core::random::cases;
