//! The formats of contest tasks.

mod cowcheck;
mod ellyscheckers;
mod gam;
mod naive;
mod partisangame;
mod random;
mod tabgame;
