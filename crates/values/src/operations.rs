//! Operations other than sums: heating, cooling, reduction, products and ordinal sums.
//!
//! Each is one recursion on canonical forms, with cached results.
//!
//! Source: A. N. Siegel, 2013, II.5 and II.6; J. P. Grossman and A. N. Siegel, 2009.

use dashu_int::IBig;

use crate::arena::{Arena, Nus, Side, Value};
use crate::cut::Cut;
use crate::dyadic::Dyadic;
use crate::sheet::Sheet;
use crate::thermograph::Thermographs;

/// Returns the result for a value without a visit to its options, or `None` to recurse.
type Keep<'a> = dyn Fn(&mut Arena, Value) -> Result<Option<Value>, Cut> + 'a;

impl Arena {
    /// Cools G by t: each move costs its player t. Above the temperature the result is the mean.
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn cool(&mut self, value: Value, tax: &Dyadic) -> Result<Value, Cut> {
        let price = self.number(tax)?;
        let back = self.neg(price)?;
        let mut known = (Sheet::default(), Thermographs::new());
        self.cool_by(value, tax, [back, price], &mut known)
    }

    fn cool_by(
        &mut self,
        value: Value,
        tax: &Dyadic,
        prices: [Value; 2],
        known: &mut (Sheet<Value>, Thermographs),
    ) -> Result<Value, Cut> {
        if let Some(known) = known.0.get(value) {
            return Ok(*known);
        }
        let graph = known.1.of(self, value)?;
        let cooled = match *tax > graph.temperature {
            true => self.number(&graph.mean)?,
            false => self.rebuilt(value, |arena, option, side| {
                let option = arena.deeper(|arena| arena.cool_by(option, tax, prices, known))?;
                arena.add(option, prices[side as usize])
            })?,
        };
        known.0.put(self, value, cooled, 0)?;
        Ok(cooled)
    }

    /// Heats G by T: numbers stay unchanged, and each move elsewhere gains its player T.
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn heat(&mut self, value: Value, by: Value) -> Result<Value, Cut> {
        let away = self.neg(by)?;
        let keep = |arena: &mut Self, value| Ok(arena.as_number(value).is_some().then_some(value));
        self.warm(value, [by, away], &keep, &mut Sheet::default())
    }

    /// Overheats G from S to T: an integer n becomes n·S, and each move elsewhere gains its player
    /// T.
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn overheat(&mut self, value: Value, from: Value, by: Value) -> Result<Value, Cut> {
        let away = self.neg(by)?;
        let keep = |arena: &mut Self, value: Value| arena.multiple(value, from);
        self.warm(value, [by, away], &keep, &mut Sheet::default())
    }

    fn warm(
        &mut self,
        value: Value,
        gains: [Value; 2],
        keep: &Keep<'_>,
        known: &mut Sheet<Value>,
    ) -> Result<Value, Cut> {
        if let Some(kept) = keep(self, value)? {
            return Ok(kept);
        }
        if let Some(known) = known.get(value) {
            return Ok(*known);
        }
        let warmed = self.rebuilt(value, |arena, option, side| {
            let option = arena.deeper(|arena| arena.warm(option, gains, keep, known))?;
            arena.add(option, gains[side as usize])
        })?;
        known.put(self, value, warmed, 0)?;
        Ok(warmed)
    }

    /// Returns n·G for an integer n.
    ///
    /// # Errors
    /// Returns [`Cut::Size`] if n doesn't fit a machine word and G isn't a number. Otherwise see
    /// [`Arena::add`].
    pub fn scale_by(&mut self, value: Value, times: &IBig) -> Result<Value, Cut> {
        if let Some(number) = self.as_number(value) {
            let product = Dyadic::new(number.numerator() * times, number.exponent());
            return self.number(&product);
        }
        let times = i64::try_from(times).map_err(|_| Cut::Size)?;
        self.scale(value, times)
    }

    /// Returns n·S if the value is an integer n.
    fn multiple(&mut self, value: Value, of: Value) -> Result<Option<Value>, Cut> {
        match self.as_number(value).filter(Dyadic::is_integer) {
            None => Ok(None),
            Some(number) => self.scale_by(of, number.numerator()).map(Some),
        }
    }

    /// Returns the reduced canonical form: the simplest value that differs from G by an
    /// infinitesimal.
    ///
    /// Heats G by *, then replaces each x + * by x. (D. Calistrate, 1996; J. P. Grossman and A. N.
    /// Siegel, 2009.)
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn reduced(&mut self, value: Value) -> Result<Value, Cut> {
        let star = self.nimber(1)?;
        let warm = self.heat(value, star)?;
        self.without_stars(warm, &mut Sheet::default())
    }

    fn without_stars(&mut self, value: Value, known: &mut Sheet<Value>) -> Result<Value, Cut> {
        if let Some(nus) = self.record(value).nus()
            && nus.ups == 0
            && nus.nimber <= 1
        {
            return self.nus(Nus::of_number(nus.number));
        }
        if let Some(known) = known.get(value) {
            return Ok(*known);
        }
        let plain = self.rebuilt(value, |arena, option, _| {
            arena.deeper(|arena| arena.without_stars(option, known))
        })?;
        known.put(self, value, plain, 0)?;
        Ok(plain)
    }

    /// Returns the gain of each option: Gᴸ − G for Left, G − Gᴿ for Right.
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn incentives(&mut self, value: Value, side: Side) -> Result<Vec<Value>, Cut> {
        let options = self.options_of(value, side)?;
        let gains = options.into_iter().map(|option| match side {
            Side::Left => self.sub(option, value),
            Side::Right => self.sub(value, option),
        });
        let mut gains = gains.collect::<Result<Vec<_>, Cut>>()?;
        gains.sort_unstable();
        gains.dedup();
        Ok(gains)
    }

    /// Returns the Norton product G·U for U > 0.
    ///
    /// An integer n becomes n·U. Each move elsewhere gains its player U and an incentive of U.
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn norton(&mut self, value: Value, unit: Value) -> Result<Value, Cut> {
        let mut gains = self.incentives(unit, Side::Left)?;
        gains.extend(self.incentives(unit, Side::Right)?);
        for gain in &mut gains {
            *gain = self.add(*gain, unit)?;
        }
        gains.sort_unstable();
        gains.dedup();
        self.norton_by(value, unit, &gains, &mut Sheet::default())
    }

    fn norton_by(
        &mut self,
        value: Value,
        unit: Value,
        gains: &[Value],
        known: &mut Sheet<Value>,
    ) -> Result<Value, Cut> {
        if let Some(multiple) = self.multiple(value, unit)? {
            return Ok(multiple);
        }
        if let Some(known) = known.get(value) {
            return Ok(*known);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for side in Side::BOTH {
            for option in self.options_of(value, side)? {
                let times = self.deeper(|arena| arena.norton_by(option, unit, gains, known))?;
                for &gain in gains {
                    sides[side as usize].push(match side {
                        Side::Left => self.add(times, gain)?,
                        Side::Right => self.sub(times, gain)?,
                    });
                }
            }
        }
        let product = self.make(&sides[0], &sides[1])?;
        known.put(self, value, product, 0)?;
        Ok(product)
    }

    /// Returns the ordinal sum G : H, for the canonical form of G. A move in G removes H.
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn ordinal_sum(&mut self, base: Value, above: Value) -> Result<Value, Cut> {
        let sides = [
            self.options_of(base, Side::Left)?,
            self.options_of(base, Side::Right)?,
        ];
        self.ordinal_by(base, &sides, above, &mut Sheet::default())
    }

    fn ordinal_by(
        &mut self,
        base: Value,
        fixed: &[Vec<Value>; 2],
        above: Value,
        known: &mut Sheet<Value>,
    ) -> Result<Value, Cut> {
        if above == Value::ZERO {
            return Ok(base);
        }
        if let Some(known) = known.get(above) {
            return Ok(*known);
        }
        let mut sides = fixed.clone();
        for side in Side::BOTH {
            for option in self.options_of(above, side)? {
                let sum = self.deeper(|arena| arena.ordinal_by(base, fixed, option, known))?;
                sides[side as usize].push(sum);
            }
        }
        let sum = self.make(&sides[0], &sides[1])?;
        known.put(self, above, sum, 0)?;
        Ok(sum)
    }

    /// Returns ↑ⁿ, "up-nth". ↑¹ is ↑, and each next one is infinitesimal with respect to the one
    /// before.
    ///
    /// ↑ⁿ = {0 | * − ↑ − ↑² − ... − ↑ⁿ⁻¹}.
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn up_nth(&mut self, n: u32) -> Result<Value, Cut> {
        let mut answer = self.nimber(1)?;
        let mut up = Value::ZERO;
        for _ in 0..n {
            up = self.make(&[Value::ZERO], &[answer])?;
            answer = self.sub(answer, up)?;
        }
        Ok(up)
    }

    /// Returns ⧾G, "tiny G": {0 || 0 | −G}.
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn tiny(&mut self, value: Value) -> Result<Value, Cut> {
        let threat = self.neg(value)?;
        let threat = self.make(&[Value::ZERO], &[threat])?;
        self.make(&[Value::ZERO], &[threat])
    }
}

/// Returns the product of two nimbers in the field of nimbers (J. H. Conway, 1976). 1 is the unit.
///
/// Takes about log² steps in the larger factor.
pub fn nim_product(x: u32, y: u32) -> u32 {
    fn product(x: u64, y: u64, level: u32) -> u64 {
        if x <= 1 || y <= 1 {
            return x * y;
        }
        // Both are below F = 2^(2^level), and F ⊗ F = F ⊕ F/2 for F of the level below.
        let half = 1u32 << (level - 1);
        let mask = (1u64 << half) - 1;
        let [(a, b), (c, d)] = [x, y].map(|n| (n >> half, n & mask));
        let [low, high] = [product(b, d, level - 1), product(a, c, level - 1)];
        let both = product(a ^ b, c ^ d, level - 1);
        let folded = product(high, 1 << (half - 1), level - 1);
        (both ^ low) << half ^ low ^ folded
    }
    // Nimbers below 2^32 are a field, so the product is in range.
    product(u64::from(x), u64::from(y), 5) as u32
}
