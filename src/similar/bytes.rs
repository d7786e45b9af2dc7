//! Reading values back from bytes, one behind the other; `None` where they end too soon.

/// Bytes that are still to be read.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(super) fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*taken)
    }

    pub(super) fn number(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    /// A value as it lies in memory.
    pub(super) fn pod<R: bytemuck::Pod>(&mut self) -> Option<R> {
        self.some::<R>(1).map(bytemuck::pod_read_unaligned)
    }

    pub(super) fn string(&mut self) -> Option<String> {
        let len = self.number()? as usize;
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        String::from_utf8(taken.to_vec()).ok()
    }

    /// So many numbers, or arrays of numbers, as they lie in memory: an index says with which byte they begin.
    pub(super) fn records<R: bytemuck::Pod>(&mut self, len: u32) -> Option<Vec<R>> {
        self.some::<R>(len).map(bytemuck::pod_collect_to_vec)
    }

    /// The same one by one.
    pub(super) fn each<R: bytemuck::Pod>(
        &mut self,
        len: u32,
    ) -> Option<impl Iterator<Item = R> + use<'a, R>> {
        Some(self.some::<R>(len)?.chunks_exact(size_of::<R>()).map(bytemuck::pod_read_unaligned))
    }

    /// The bytes of so many.
    fn some<R>(&mut self, len: u32) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked((len as usize).checked_mul(size_of::<R>())?)?;
        self.0 = rest;
        Some(taken)
    }
}
