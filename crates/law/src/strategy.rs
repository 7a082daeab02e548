//! Lets the engine answer from a proved law.

/// Answers positions from a verified certificate.
pub struct LawStrategy;
