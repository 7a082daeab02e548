//! Clusters inside one process, against one machine.

mod common;
mod epochs;
mod figures;
mod greeting;
mod hosts;
mod letters;
mod models;
mod same;
