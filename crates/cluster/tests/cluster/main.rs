//! Clusters inside one process, against one machine.

mod apart;
mod common;
mod epochs;
mod figures;
mod greeting;
mod hosts;
mod letters;
mod same;
