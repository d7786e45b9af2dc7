//! Divides the memory of a run into buffers.
//!
//! In: one number of bytes (`--memory`). Out: the sizes of the buffers. Data that grows with the input is on disk. Part of the
//! memory is reserved for what does not grow: the pages being read, the sample of pages that templates are learned from, and the
//! program itself.

/// The memory of a run, in bytes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Budget {
    bytes: u64,
}

/// Memory that the program needs besides its buffers: see docs/lab/similar.md for how it was measured. A run on an idle machine takes 118 to 122 MB
/// with the least buffers, a run beside others up to 148 MB: blocks of the allocator that threads leave half empty.
const BASE: u64 = 136 << 20;

/// The least memory for buffers: 12 bytes for each of a million keys, twice.
const LEAST: u64 = 24 << 20;

impl Default for Budget {
    /// 1 GiB.
    fn default() -> Self {
        Budget { bytes: 1 << 30 }
    }
}

impl std::str::FromStr for Budget {
    type Err = String;

    /// Reads a number of bytes, see [`bytes`].
    fn from_str(text: &str) -> Result<Self, String> {
        let bytes = bytes(text).ok_or_else(|| "give a size such as 512M or 2G".to_owned())?;
        if bytes < BASE + LEAST {
            return Err(format!("too little memory; give {}M or more", (BASE + LEAST) >> 20));
        }
        Ok(Budget { bytes })
    }
}

/// Reads a number of bytes: `512M`, `2G`, `1.5G`; K, M, G, T are powers of 1024.
#[must_use]
pub fn bytes(text: &str) -> Option<u64> {
    let text = text.trim().trim_end_matches(['B', 'b']).trim_end_matches('i');
    let (at, unit) = text.char_indices().last()?;
    let (digits, power) = match unit.to_ascii_uppercase() {
        'K' => (&text[..at], 10),
        'M' => (&text[..at], 20),
        'G' => (&text[..at], 30),
        'T' => (&text[..at], 40),
        _ => (text, 0),
    };
    let number: f64 = digits.trim().parse().ok()?;
    if !(number.is_finite() && (0.0..1e15).contains(&number)) {
        return None;
    }
    let unit = f64::from(1_u32 << (power % 30)) * if power >= 30 { f64::from(1_u32 << 30) } else { 1.0 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be in between")]
    let bytes = (number * unit) as u64;
    Some(bytes)
}

/// Reads a number of things: `20M`; K, M and G are powers of 1000.
#[must_use]
pub fn count(text: &str) -> Option<usize> {
    let units = [('K', 1_000), ('M', 1_000_000), ('G', 1_000_000_000)];
    let written = text.to_ascii_uppercase();
    let (digits, unit) = units
        .iter()
        .find_map(|&(sign, unit)| Some((written.strip_suffix(sign)?, unit)))
        .unwrap_or((&written, 1));
    digits.parse::<usize>().ok()?.checked_mul(unit)
}

impl Budget {
    /// All bytes of it.
    #[must_use]
    pub fn bytes(self) -> u64 {
        self.bytes
    }

    /// Bytes for pages and keys that stay in memory when there is no index folder: half of what exceeds the least memory.
    #[must_use]
    pub fn held(self) -> usize {
        usize::try_from(self.bytes.saturating_sub(BASE + LEAST) / 2).unwrap_or(usize::MAX)
    }

    /// Bytes for buffers, when `kept` bytes of other data are in memory.
    #[must_use]
    pub fn buffers(self, kept: u64) -> usize {
        let bytes = self.bytes.saturating_sub(BASE).saturating_sub(kept).max(LEAST);
        usize::try_from(bytes).unwrap_or(usize::MAX)
    }
}

/// A number of bytes in a short form for people, such as `9.8 GB`.
#[must_use]
pub fn size(bytes: u64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"];
    let (mut whole, mut rest, mut unit) = (bytes, 0, 0);
    while whole >= 1000 && unit + 1 < units.len() {
        (whole, rest, unit) = (whole / 1000, whole % 1000, unit + 1);
    }
    if whole < 10 && unit > 0 {
        format!("{whole}.{} {}", rest / 100, units[unit])
    } else {
        format!("{whole} {}", units[unit])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_written() {
        let bytes = |text: &str| text.parse().map(Budget::bytes);
        assert_eq!(bytes("512M"), Ok(512 << 20));
        assert_eq!(bytes("1.5g"), Ok(3 << 29));
        assert_eq!(bytes("2GiB"), Ok(2 << 30));
        assert_eq!(bytes("2147483648"), Ok(2 << 30));
        for wrong in ["", "G", "x", "-1G", "1e999", "nan", "5M"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
        assert_eq!(
            [0, 999, 1000, 12_345, 9_870_000_000].map(size),
            ["0 B", "999 B", "1.0 kB", "12 kB", "9.8 GB"]
        );
    }
}
