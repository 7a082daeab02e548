//! Tests of contest formats.

mod cowcheck;
mod ellyscheckers;
mod gam;
mod naive;
mod partisangame;
mod random;
mod tabgame;
