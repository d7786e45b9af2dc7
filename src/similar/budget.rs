//! How memory is shared out, and what a run will need.
//!
//! What grows with the input lies on disk; what is kept in memory are buffers, which are cut out of one number. Beside
//! them stands what does not grow: the pages at hand, the sample of pages that templates are learned from, the program.

/// Memory for a run, in bytes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Budget {
    bytes: u64,
}

/// What the program needs beside its buffers: see docs/SIMILAR.md for how it was measured.
const BASE: u64 = 96 << 20;

/// The least that is given to buffers: 12 bytes for each of a million keys, twice.
const LEAST: u64 = 32 << 20;

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
            return Err(format!("too little to work with; give {}M or more", (BASE + LEAST) >> 20));
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

impl Budget {
    /// All of it.
    #[must_use]
    pub fn bytes(self) -> u64 {
        self.bytes
    }

    /// Bytes of pages and keys that stay in memory where no folder is to have them: half of what is beyond the least.
    #[must_use]
    pub fn held(self) -> usize {
        usize::try_from(self.bytes.saturating_sub(BASE + LEAST) / 2).unwrap_or(usize::MAX)
    }

    /// Bytes for buffers, where so many are kept in memory beside them.
    #[must_use]
    pub fn buffers(self, kept: u64) -> usize {
        let bytes = self.bytes.saturating_sub(BASE).saturating_sub(kept).max(LEAST);
        usize::try_from(bytes).unwrap_or(usize::MAX)
    }
}

/// A size for eyes.
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
