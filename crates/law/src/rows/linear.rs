//! Linear equations modulo a prime.

/// Equations, kept reduced: each has a leading unknown of its own.
pub(super) struct Equations {
    modulus: u64,
    unknowns: usize,
    /// By leading unknown: coefficients, and the right side last.
    rows: Vec<Option<Vec<u64>>>,
}

impl Equations {
    /// No equation yet; the modulus is a prime below 2^31.
    pub fn new(modulus: u64, unknowns: usize) -> Self {
        Self {
            modulus,
            unknowns,
            rows: vec![None; unknowns],
        }
    }

    /// Adds `coefficients · unknowns = right`; `row` holds both, the right side last. False where it contradicts the others.
    /// `O(unknowns²)`.
    pub fn add(&mut self, mut row: Vec<u64>) -> bool {
        for lead in 0..self.unknowns {
            if row[lead] == 0 {
                continue;
            }
            if let Some(other) = &self.rows[lead] {
                let factor = self.modulus - row[lead];
                for (entry, other) in row.iter_mut().zip(other) {
                    *entry = (*entry + factor * other) % self.modulus;
                }
            } else {
                let inverse = self.inverse(row[lead]);
                for entry in &mut row {
                    *entry = *entry * inverse % self.modulus;
                }
                self.rows[lead] = Some(row);
                return true;
            }
        }
        row[self.unknowns] == 0
    }

    /// The solution in which every unknown that may be chosen is 0.
    pub fn solution(&self) -> Vec<u64> {
        let mut solution = vec![0; self.unknowns];
        for lead in (0..self.unknowns).rev() {
            if let Some(row) = &self.rows[lead] {
                let rest: u64 = (lead + 1..self.unknowns)
                    .map(|unknown| row[unknown] * solution[unknown] % self.modulus)
                    .sum();
                solution[lead] =
                    (row[self.unknowns] + self.modulus - rest % self.modulus) % self.modulus;
            }
        }
        solution
    }

    fn inverse(&self, value: u64) -> u64 {
        (1..self.modulus)
            .find(|inverse| value * inverse % self.modulus == 1)
            .unwrap_or(1)
    }
}
