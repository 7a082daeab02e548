//! Why a cluster has no table.

use std::fmt;

use whowins_engine::EngineError;
use whowins_tables::TableError;

/// Why a cluster has no table.
#[derive(Debug)]
#[non_exhaustive]
pub enum ClusterError {
    /// What was asked is at fault: a host file, a peer of another cluster, a folder of another
    /// table; one message.
    Input(String),
    /// A process was lost, failed, or never came: what was put away stays, and the same command
    /// goes on from there; one message.
    Lost(String),
    /// As on one machine.
    Table(TableError),
}

impl fmt::Display for ClusterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) | Self::Lost(message) => f.write_str(message),
            Self::Table(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ClusterError {}

impl From<TableError> for ClusterError {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

impl From<EngineError> for ClusterError {
    fn from(error: EngineError) -> Self {
        Self::Table(TableError::Engine(error))
    }
}
