//! A reader of gzip data with any number of members, which continues after damage.
//!
//! In: compressed data. Out: the content of all members, one after another. A broken member gives one error; reading
//! again then returns the content of the next member from its first byte. Since the decoder may have read past the
//! start of the next member, the bytes of a broken member are searched again for it, unless they exceed
//! `LOOKED_THROUGH` or there were too many of them. Bytes after the last member that do not begin another one are
//! skipped, as `gzip` does: tools pad with zeros, or append data of their own.
//!
//! Source: RFC 1952, section 2.2.

use super::rewind::Rewind;
use flate2::bufread::GzDecoder;
use memchr::memchr;
use std::io::{self, BufRead, Chain, Cursor, Read};

/// The magic number of a member, including its only compression method.
const MAGIC: [u8; 3] = [0x1F, 0x8B, 0x08];

/// The decoder of a member. Its input is the magic number, which was already read, followed by the remaining data.
type Member<R> = GzDecoder<Chain<Cursor<[u8; 3]>, Rewind<R>>>;

/// The kind of error for a member of which content was read that may be wrong: that of a member that was cut off goes on
/// with what the bytes of the next one happen to mean.
pub(super) const WRONG: io::ErrorKind = io::ErrorKind::InvalidData;

/// Broken members of up to this compressed size are searched again: far more than a page has in an archive.
pub(super) const LOOKED_THROUGH: usize = 4 << 20;

/// What is searched again in broken members is at most this many times what intact ones had, and at most this many
/// times `LOOKED_THROUGH` at once, so that time is linear in data of magic numbers only.
const AGAIN: usize = 4;

/// The content of gzip data.
pub(super) struct Unpacked<R> {
    state: MemberState<R>,
    /// The number of bytes in broken members that may still be searched again.
    again: usize,
}

enum MemberState<R> {
    /// After a member, or before the first one.
    Between(Rewind<R>),
    /// Somewhere in a broken member.
    Lost(Rewind<R>),
    /// In a member, and whether content of it was read.
    Within(Box<Member<R>>, bool),
    End,
}

impl<R: BufRead> Unpacked<R> {
    pub(super) fn new(packed: R) -> Self {
        let state = MemberState::Between(Rewind::new(packed, LOOKED_THROUGH));
        Unpacked { state, again: AGAIN * LOOKED_THROUGH }
    }

    /// Begins the member whose magic number has just been read.
    fn begin(&mut self, mut packed: Rewind<R>) {
        packed.mark();
        let member = Box::new(GzDecoder::new(Cursor::new(MAGIC).chain(packed)));
        self.state = MemberState::Within(member, false);
    }
}

impl<R: BufRead> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            // If the reader fails during the search for a member, the state stays at the end.
            match std::mem::replace(&mut self.state, MemberState::End) {
                MemberState::End => return Ok(0),
                MemberState::Between(mut packed) => {
                    let next = packed.next_bytes(MAGIC.len())?;
                    if !next.is_empty() && next.len() < MAGIC.len() && MAGIC.starts_with(&next) {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                    let Some(passed) = pass(&mut packed, &MAGIC)? else { return Ok(0) };
                    self.begin(packed);
                    if passed > 0 {
                        return Err(io::Error::other("bytes between two members"));
                    }
                }
                MemberState::Lost(mut packed) => {
                    if pass(&mut packed, &MAGIC)?.is_none() {
                        return Ok(0);
                    }
                    self.begin(packed);
                }
                MemberState::Within(mut member, is_begun) => {
                    let read = member.read(buffer);
                    if matches!(read, Ok(read) if read > 0) {
                        self.state = MemberState::Within(member, true);
                        return read;
                    }
                    let mut packed = member.into_inner().into_inner().1;
                    let length = packed.since_mark().len();
                    if let Err(error) = read {
                        if length <= self.again {
                            self.again -= length;
                            packed.rewind();
                        }
                        self.state = MemberState::Lost(packed);
                        let is_cut = error.kind() == io::ErrorKind::UnexpectedEof;
                        let is_wrong = is_begun && !is_cut;
                        return Err(if is_wrong { io::Error::new(WRONG, error) } else { error });
                    }
                    self.again = (self.again + AGAIN * length).min(AGAIN * LOOKED_THROUGH);
                    packed.unmark();
                    self.state = MemberState::Between(packed);
                }
            }
        }
    }
}

/// Reads up to the end of the next magic number, whose first byte must occur in it only once. Returns the number of
/// bytes before it, or `None` if there is none.
pub(super) fn pass(packed: &mut impl BufRead, magic: &[u8]) -> io::Result<Option<u64>> {
    let (mut passed, mut matched) = (0, 0);
    loop {
        let bytes = packed.fill_buf()?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let skipped = if matched == 0 { memchr(magic[0], bytes).unwrap_or(bytes.len()) } else { 0 };
        passed += u64::try_from(skipped).expect("a length fits");
        let Some(&byte) = bytes.get(skipped) else {
            packed.consume(skipped);
            continue;
        };
        packed.consume(skipped + 1);
        if byte == magic[matched] {
            matched += 1;
        } else {
            // The bytes matched so far were no magic number; this byte may begin one.
            let is_first = byte == magic[0];
            passed += u64::try_from(matched + usize::from(!is_first)).expect("a length fits");
            matched = usize::from(is_first);
        }
        if matched == magic.len() {
            return Ok(Some(passed));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    fn pack(text: &str) -> Vec<u8> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        packed.write_all(text.as_bytes()).unwrap();
        packed.finish().unwrap()
    }

    /// Everything that can be read, and the number of errors on the way.
    fn unpack(packed: &[u8]) -> (String, usize) {
        let (mut unpacked, mut text, mut errors) = (Unpacked::new(packed), Vec::new(), 0);
        while unpacked.read_to_end(&mut text).is_err() {
            errors += 1;
        }
        (String::from_utf8_lossy(&text).into_owned(), errors)
    }

    #[test]
    fn members_are_concatenated_and_trailing_bytes_are_skipped() {
        let members = [pack("one "), pack(""), pack("two")].concat();
        assert_eq!(unpack(&members), ("one two".to_owned(), 0));
        for behind in [&b"\0\0\0\0"[..], b"signature", b"\0", &[0x8B, 0x1F]] {
            assert_eq!(unpack(&[&members, behind].concat()), ("one two".to_owned(), 0), "{behind:?}");
        }
    }

    #[test]
    fn a_broken_member_is_an_error_and_the_next_one_is_read() {
        let (first, second) = (pack(&"a page of some length ".repeat(50)), pack("second"));
        for at in 0..first.len() {
            for bit in 0..8 {
                let mut broken = first.clone();
                broken[at] ^= 1 << bit;
                let (text, _) = unpack(&[&broken[..], &second].concat());
                assert!(text.ends_with("second"), "bit {bit} of byte {at}");
            }
        }
        let (text, errors) = unpack(&[&first[..40], &second].concat());
        assert!(text.ends_with("second") && errors == 1, "{text}: {errors}");
        assert_eq!(unpack(&[&pack("a"), &b"\x1F\x1F-"[..], &pack("b")].concat()), ("ab".to_owned(), 1));
    }

    #[test]
    fn truncated_data_is_an_error() {
        let packed = pack("a page");
        assert_eq!(unpack(&packed[..packed.len() - 3]), ("a page".to_owned(), 1));
        for cut in 1..10 {
            assert_eq!(unpack(&[&packed, &packed[..cut]].concat()), ("a page".to_owned(), 1), "{cut}");
        }
    }

    #[test]
    fn the_search_in_magic_numbers_is_linear() {
        let magic = MAGIC.repeat(200_000);
        assert_eq!(unpack(&[&pack("a")[..], &magic].concat()).0, "a");
    }
}
