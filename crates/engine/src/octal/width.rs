//! Values in one byte or two.

/// A Grundy value as it is stored.
pub(crate) trait Width: Copy + Ord + Send + Sync + Default + 'static {
    /// The largest value.
    const MOST: u32;

    fn get(self) -> u32;
    /// The value must fit; the kernels' bounds see to it.
    fn of(value: u32) -> Self;
    /// The values themselves, where they are bytes.
    fn bytes(values: &mut Vec<Self>) -> Option<&mut Vec<u8>>;
}

impl Width for u8 {
    const MOST: u32 = Self::MAX as u32;

    #[inline(always)]
    fn get(self) -> u32 {
        u32::from(self)
    }

    #[inline(always)]
    fn of(value: u32) -> Self {
        value as Self
    }

    fn bytes(values: &mut Vec<Self>) -> Option<&mut Vec<u8>> {
        Some(values)
    }
}

impl Width for u16 {
    const MOST: u32 = Self::MAX as u32;

    #[inline(always)]
    fn get(self) -> u32 {
        u32::from(self)
    }

    #[inline(always)]
    fn of(value: u32) -> Self {
        value as Self
    }

    fn bytes(_: &mut Vec<Self>) -> Option<&mut Vec<u8>> {
        None
    }
}
