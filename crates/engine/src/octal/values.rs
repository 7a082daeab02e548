//! The values of a game's heaps, as far as they have been worked out.

use whowins_analysis::heaps::Breaking;

use super::block;
use super::code::Code;
use super::kernel::{Ended, Kernel, Known};
use super::probes::learn;
use super::quadratic::quadratic;
use super::sample::Sample;
use super::space::{Space, best_space};
use super::sums::Sums;
use super::vector::{Noted, Vectors};
use super::width::Width;
use crate::limits::{EngineError, Limits};

/// Below this heap all options are looked at.
const FIRST: usize = 1 << 10;
/// Heaps between two looks at the limits, in a sparse space.
const CHUNK: usize = 1 << 18;
/// Where more numbers than these can be taken, the heaps are as many fewer.
const FEW: usize = 16;
/// Values from here on are worked out from all options.
const WIDEST: u32 = 1024;

/// Grundy values of the heaps 0, 1, 2, ... of one taking-and-breaking game.
#[derive(Clone, Debug)]
pub struct Values {
    moves: Moves,
    limits: Limits,
    store: Store,
    sparse: Option<Sparse>,
    /// What the kernel knows of the heaps in that space.
    noted: Noted,
    /// The space is chosen anew here.
    choice: usize,
    /// Below the heap the space is this one.
    given: Option<(Space, usize)>,
    /// The least power-of-two multiple of 64 above the values, as the kernels use it.
    room: u32,
    /// Whether vector instructions may be used.
    vectors: bool,
    sample: Sample,
}

/// How the options of a heap are gone through.
#[derive(Clone, Debug)]
enum Moves {
    /// No move leaves more than two heaps.
    Two(Code),
    /// Any moves.
    More(Box<Sums>),
}

/// One byte a heap as long as that is enough.
#[derive(Clone, Debug)]
enum Store {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

/// The space in which values are worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sparse {
    /// Which values are rare.
    pub space: Space,
    /// All heaps of rare value so far, with their values.
    pub rare: Vec<(usize, u32)>,
    /// From this heap on, each rare value below a heap's value is reached by a take, beside a rare
    /// part, or with a part of at most `reach`.
    pub since: usize,
    /// That bound.
    pub reach: usize,
    /// Parts of splits that serve most heaps: the number taken and the part, the best first.
    pub probes: Vec<(usize, usize)>,
}

impl Values {
    /// No heaps yet.
    pub fn new(breaking: impl Into<Breaking>, limits: Limits) -> Self {
        let breaking = breaking.into();
        let (moves, store) = match Code::new(&breaking) {
            Some(code) => (Moves::Two(code), Store::Narrow(Vec::new())),
            None => (
                Moves::More(Box::new(Sums::new(breaking))),
                Store::Wide(Vec::new()),
            ),
        };
        Self {
            moves,
            limits,
            store,
            sparse: None,
            noted: Noted::default(),
            choice: FIRST,
            given: None,
            room: 64,
            vectors: true,
            sample: Sample::default(),
        }
    }

    /// The same without vector instructions, for tests that compare both paths.
    #[doc(hidden)]
    #[must_use]
    pub fn scalar(self) -> Self {
        Self {
            vectors: false,
            ..self
        }
    }

    /// No heaps yet; for the first `heaps` the space is given, as it turned out to be the best for
    /// so many. So the largest part that reaches a rare value is known of nearly all heaps
    /// ([`Sparse::since`]).
    pub fn in_space(
        breaking: impl Into<Breaking>,
        space: Space,
        heaps: usize,
        limits: Limits,
    ) -> Self {
        Self {
            given: Some((space, heaps)),
            ..Self::new(breaking, limits)
        }
    }

    /// How many heaps are known.
    pub fn len(&self) -> usize {
        match &self.store {
            Store::Narrow(values) => values.len(),
            Store::Wide(values) => values.len(),
        }
    }

    /// Whether no heap is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a heap, if it is known.
    pub fn get(&self, heap: usize) -> Option<u32> {
        match &self.store {
            Store::Narrow(values) => values.get(heap).map(|value| value.get()),
            Store::Wide(values) => values.get(heap).map(|value| value.get()),
        }
    }

    /// The space in use, if one pays.
    pub fn sparse(&self) -> Option<&Sparse> {
        self.sparse.as_ref()
    }

    pub(super) fn slices(&self) -> (Option<&[u8]>, Option<&[u16]>) {
        match &self.store {
            Store::Narrow(values) => (Some(values), None),
            Store::Wide(values) => (None, Some(values)),
        }
    }

    /// Works out the heaps below `length`.
    ///
    /// In a sparse space some tens of operations a heap, eight heaps at once; else `O(heap)` for
    /// each. Where moves leave more than two heaps, `O(heap * largest value / 64)` for each number
    /// of heaps, and as much memory.
    ///
    /// # Errors
    ///
    /// When a limit is met; the values up to there are kept. [`EngineError::Internal`] where the
    /// values turn out to be wrong; none is kept.
    pub fn extend(&mut self, length: usize) -> Result<(), EngineError> {
        let ended = self.compute(length);
        if matches!(ended, Err(EngineError::Internal(_))) {
            match &mut self.store {
                Store::Narrow(values) => values.clear(),
                Store::Wide(values) => values.clear(),
            }
            self.sparse = None;
            self.noted = Noted::default();
            self.choice = FIRST;
        }
        ended
    }

    fn compute(&mut self, length: usize) -> Result<(), EngineError> {
        let bytes = match &self.store {
            Store::Narrow(_) => 1,
            Store::Wide(_) => 2,
        };
        let wanted = (length as u64).saturating_mul(bytes);
        if wanted > self.limits.budget.memory {
            return Err(EngineError::Memory {
                wanted: Some(wanted),
                allowed: self.limits.budget.memory,
            });
        }
        while self.len() < length {
            self.limits.check()?;
            if self.len() >= self.choice {
                self.choose();
                self.choice = self.len().saturating_mul(2);
            }
            let end = length.min(self.choice);
            let sparse = self.sparse.take();
            let code = match &mut self.moves {
                Moves::Two(code) => &*code,
                Moves::More(sums) => {
                    let Store::Wide(values) = &mut self.store else {
                        unreachable!("set up by `new`")
                    };
                    sums.extend(values, end, &self.limits)?;
                    continue;
                }
            };
            match (&mut self.store, sparse) {
                (Store::Narrow(values), None) => {
                    if !all_options(code, values, end, &mut self.sample)? {
                        self.widen();
                    }
                }
                (Store::Wide(values), None) => {
                    if !all_options(code, values, end, &mut self.sample)? {
                        return Err(EngineError::TooLarge(
                            "these Grundy values are beyond the 65535 that are worked out".into(),
                        ));
                    }
                }
                (store, Some(mut sparse)) => {
                    let noted = self.vectors.then_some(&mut self.noted);
                    let (limits, sample) = (&self.limits, &mut self.sample);
                    let ended = match (store, self.room) {
                        (Store::Narrow(values), 64) => {
                            go::<u8, 1>(code, &mut sparse, noted, values, end, (limits, sample))
                        }
                        (Store::Narrow(values), 128) => {
                            go::<u8, 2>(code, &mut sparse, noted, values, end, (limits, sample))
                        }
                        (Store::Narrow(values), _) => {
                            go::<u8, 4>(code, &mut sparse, noted, values, end, (limits, sample))
                        }
                        (Store::Wide(values), ..=512) => {
                            go::<u16, 8>(code, &mut sparse, noted, values, end, (limits, sample))
                        }
                        (Store::Wide(values), _) => {
                            go::<u16, 16>(code, &mut sparse, noted, values, end, (limits, sample))
                        }
                    };
                    self.sparse = Some(sparse);
                    match ended? {
                        Ended::Full => {
                            self.room *= 2;
                            if self.room > 256 {
                                self.widen();
                            }
                            if self.room > WIDEST {
                                self.sparse = None;
                            }
                        }
                        Ended::Done | Ended::Poor => {}
                    }
                }
            }
        }
        Ok(())
    }

    fn widen(&mut self) {
        if let Store::Narrow(values) = &self.store {
            self.store = Store::Wide(values.iter().map(|value| u16::from(*value)).collect());
        }
    }

    /// Chooses the space with the fewest rare heaps, or none where that is no gain over all
    /// options.
    fn choose(&mut self) {
        let Moves::Two(code) = &self.moves else {
            return;
        };
        let parity = code.parity();
        let length = self.len();
        let given = self.given.filter(|(_, heaps)| length < *heaps);
        if given.is_some() && self.sparse.is_some() {
            return;
        }
        let given = given.map(|(space, _)| space);
        let chosen = match &self.store {
            Store::Narrow(values) => choose_for(values, parity, given),
            Store::Wide(values) => choose_for(values, parity, given),
        };
        let Some((space, rare, largest)) = chosen else {
            return;
        };
        self.room = self.room.max((largest + 1).next_power_of_two().max(64));
        let pays = rare.len() <= length / 3 && self.room <= WIDEST;
        let known = self
            .sparse
            .as_ref()
            .map_or(usize::MAX, |sparse| sparse.rare.len());
        if !pays {
            self.noted = Noted::default();
            self.sparse = None;
        } else if rare.len() < known {
            self.noted = Noted::default();
            self.sparse = Some(Sparse {
                space,
                rare,
                since: length,
                reach: 0,
                probes: Vec::new(),
            });
        }
    }
}

type Chosen = (Space, Vec<(usize, u32)>, u32);

fn choose_for<V: Width>(
    values: &[V],
    parity: Option<usize>,
    given: Option<Space>,
) -> Option<Chosen> {
    let largest = values.iter().map(|value| value.get()).max()?;
    let best = || {
        let mut histogram = vec![[0; 2]; largest as usize + 1];
        for (heap, value) in values.iter().enumerate().skip(1) {
            histogram[value.get() as usize][heap % 2] += 1;
        }
        best_space(&histogram, parity).0
    };
    let space = given.unwrap_or_else(best);
    let rare = values.iter().enumerate().skip(1);
    let rare = rare
        .map(|(heap, value)| (heap, value.get()))
        .filter(|(heap, value)| space.is_rare(*heap, *value))
        .collect();
    Some((space, rare, largest))
}

/// Heaps worked out from all options between two looks at the limits.
fn pace(code: &Code, heaps: usize) -> usize {
    ((1 << 27) / (heaps + 1) / code.all_splits().count().max(1)).clamp(1, 1 << 12)
}

/// Works out some heaps, not beyond `end`, from all their options; false where a value does not
/// fit.
fn all_options<V: Width>(
    code: &Code,
    values: &mut Vec<V>,
    end: usize,
    sample: &mut Sample,
) -> Result<bool, EngineError> {
    let from = values.len();
    let fits = quadratic(code, values, end.min(from + pace(code, from)));
    // The kernel visits eight options in the time of one.
    let work = from * code.all_splits().count() / 16;
    sample.compare(code, values, (from, work), None)?;
    Ok(fits)
}

/// Works out heaps up to `end` in a sparse space, or until a value does not fit; with vectors where
/// their notes are given.
fn go<V: Width, const WORDS: usize>(
    code: &Code,
    sparse: &mut Sparse,
    mut noted: Option<&mut Noted>,
    values: &mut Vec<V>,
    end: usize,
    (limits, sample): (&Limits, &mut Sample),
) -> Result<Ended, EngineError> {
    let rare = std::mem::take(&mut sparse.rare);
    let mut kernel = Kernel::<WORDS>::new(code, sparse.space, rare, sparse.reach);
    kernel.probes = sparse
        .probes
        .iter()
        .map(|(split, part)| Known::split(code, *split, *part, values[*part].get()))
        .collect();
    if kernel.probes.is_empty() {
        let probes = learn(&kernel, values);
        kernel.replace_probes(probes);
    }
    values.reserve(end - values.len().min(end));
    let known = noted.as_deref_mut().map(std::mem::take);
    let mut vectors = known
        .zip(V::bytes(values))
        .and_then(|(known, values)| Vectors::new(&kernel, values, known));
    let mut ended = Ok(Ended::Done);
    // Each number that may be taken costs some operations a heap.
    let numbers = code.takes.len() + code.all_splits().count();
    let pace = (FEW * CHUNK / FEW.max(numbers)).max(64);
    while values.len() < end {
        if let Err(error) = limits.check() {
            ended = Err(error);
            break;
        }
        let from = values.len();
        let chunk = end.min(from + pace);
        let done = match (&mut vectors, V::bytes(values)) {
            (Some(vectors), Some(values)) => vectors.run(&mut kernel, values, chunk),
            _ => block::run(&mut kernel, values, chunk),
        };
        let work = FEW + kernel.known.len() / FEW;
        let rare = kernel.rare.last().map(|(heap, _)| *heap);
        sample.compare(code, values, (from, work), rare)?;
        match done {
            Ended::Done => {}
            Ended::Poor => {
                let probes = learn(&kernel, values);
                kernel.replace_probes(probes);
            }
            Ended::Full => {
                ended = Ok(Ended::Full);
                break;
            }
        }
    }
    if let (Some(vectors), Some(noted)) = (vectors, noted) {
        *noted = vectors.noted();
    }
    let probes = std::mem::take(&mut kernel.probes);
    sparse.probes = probes
        .iter()
        .map(|probe| (probe.offset - probe.part, probe.part))
        .collect();
    kernel.probes = probes;
    kernel.replace_probes(Vec::new());
    sparse.reach = kernel.reach;
    sparse.rare = kernel.rare;
    ended
}
