//! Reads values from bytes, one after another. Each method returns `None` if the bytes end too soon.

/// The bytes that are still to be read.
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

    /// A value in its representation in memory.
    pub(super) fn pod<R: bytemuck::Pod>(&mut self) -> Option<R> {
        self.some::<R>(1).map(bytemuck::pod_read_unaligned)
    }

    pub(super) fn string(&mut self) -> Option<String> {
        let len = self.number()? as usize;
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        String::from_utf8(taken.to_vec()).ok()
    }

    /// `len` numbers, or arrays of numbers, in their representation in memory. The manifest of an index records the byte order.
    pub(super) fn records<R: bytemuck::Pod>(&mut self, len: u32) -> Option<Vec<R>> {
        self.some::<R>(len).map(bytemuck::pod_collect_to_vec)
    }

    /// The same as [`records`](Bytes::records), one by one.
    pub(super) fn each<R: bytemuck::Pod>(
        &mut self,
        len: u32,
    ) -> Option<impl Iterator<Item = R> + use<'a, R>> {
        Some(self.some::<R>(len)?.chunks_exact(size_of::<R>()).map(bytemuck::pod_read_unaligned))
    }

    /// The bytes of `len` records.
    fn some<R>(&mut self, len: u32) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked((len as usize).checked_mul(size_of::<R>())?)?;
        self.0 = rest;
        Some(taken)
    }
}
