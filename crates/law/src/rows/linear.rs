//! Linear equations modulo a prime.

/// Equations, kept reduced: each has a leading unknown of its own.
pub struct Equations {
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

    /// Adds `coefficients · unknowns = right`; `row` holds both, the right side last. False where
    /// it contradicts the others. `O(unknowns²)`.
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

    /// Whether the equations leave only 0 for an unknown, as far as is seen from the equation that
    /// it leads.
    pub fn is_zero(&self, unknown: usize) -> bool {
        let row = self.rows[unknown].as_ref();
        row.is_some_and(|row| row[unknown + 1..].iter().all(|entry| *entry == 0))
    }

    /// The solution in which every unknown that may be chosen is 0.
    pub fn solution(&self) -> Vec<u64> {
        let none: [u64; 0] = [];
        self.solution_with(&none).unwrap_or_default()
    }

    /// The same where the last unknowns are these; `None` where they cannot be.
    pub fn solution_with(&self, last: &[u64]) -> Option<Vec<u64>> {
        let free = self.unknowns - last.len();
        let mut solution = vec![0; free];
        solution.extend(last);
        for lead in (0..self.unknowns).rev() {
            if let Some(row) = &self.rows[lead] {
                let rest: u64 = (lead + 1..self.unknowns)
                    .map(|unknown| row[unknown] * solution[unknown] % self.modulus)
                    .sum();
                let value =
                    (row[self.unknowns] + self.modulus - rest % self.modulus) % self.modulus;
                if lead >= free && solution[lead] != value {
                    return None;
                }
                solution[lead] = value;
            }
        }
        Some(solution)
    }

    fn inverse(&self, value: u64) -> u64 {
        (1..self.modulus)
            .find(|inverse| value * inverse % self.modulus == 1)
            .unwrap_or(1)
    }
}
