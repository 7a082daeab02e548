//! From a text to its syntax tree.

use crate::diagnostic::Diagnostic;
use crate::tree::Text;

/// Reads a text; all faults are reported together. What is given beside faults is what could be read.
pub fn read(source: &str) -> (Text, Vec<Diagnostic>) {
    let _ = source;
    (Text::default(), Vec::new())
}
