//! A reader of Zstandard data with any number of frames, which continues after damage.
//!
//! In: compressed data. Out: the content of all its frames, one after another. Skippable frames are skipped, except
//! the dictionary of a compressed WARC file, with which the following frames are decompressed. A broken frame gives
//! one error; reading again then returns the content of the next frame. Bytes after the last frame are skipped.
//! Memory: the window of a frame, at most 128 MiB, which is the limit of the decoder.
//!
//! Source: RFC 8878; for dictionaries "Zstandard Compression for WARC Files 1.0", IIPC, 2021, section 3.

use super::gzip::{LOOKED_THROUGH, pass};
use super::rewind::Rewind;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, Dictionary, FrameDecoder, StreamingDecoder};
use std::io::{self, BufRead, Read};

/// The magic number of an ordinary frame.
pub(super) const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// The magic number of the skippable frame that holds a dictionary.
const DICTIONARY: u32 = 0x184D_2A5D;

/// Limit for the size of a dictionary; those in use have at most 1 MiB.
const DICTIONARY_LIMIT: u64 = 64 << 20;

/// The content of Zstandard data.
pub(super) struct Unpacked<R> {
    packed: Rewind<R>,
    frames: FrameDecoder,
    state: FrameState,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum FrameState {
    /// After a frame, or before the first one.
    Between,
    /// After the magic number of a frame.
    Begun,
    Within,
    /// Somewhere in a broken frame.
    Lost,
    End,
}

impl<R: BufRead> Unpacked<R> {
    pub(super) fn new(packed: R) -> Self {
        let packed = Rewind::new(packed, LOOKED_THROUGH);
        Unpacked { packed, frames: FrameDecoder::new(), state: FrameState::Between }
    }

    /// Begins the next frame with content; returns `false` at the end of the data.
    fn next_frame(&mut self) -> io::Result<bool> {
        loop {
            // If the reader fails during the search for a frame, the state stays at the end.
            let state = std::mem::replace(&mut self.state, FrameState::End);
            let has_begun = match state {
                FrameState::Lost => {
                    self.packed.rewind();
                    if pass(&mut self.packed, &MAGIC)?.is_none() {
                        return Ok(false);
                    }
                    true
                }
                FrameState::Between if self.packed.goes_on_with(&MAGIC)? => {
                    self.packed.consume(MAGIC.len());
                    true
                }
                FrameState::Between if self.packed.fill_buf()?.is_empty() => return Ok(false),
                other => other == FrameState::Begun,
            };
            let begun: &[u8] = if has_begun { &MAGIC } else { &[] };
            self.state = FrameState::Lost;
            self.packed.mark();
            match self.frames.reset(begun.chain(&mut self.packed)) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    magic_number,
                    length,
                })) => {
                    self.skip(magic_number, u64::from(length))?;
                    self.state = FrameState::Between;
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::BadMagicNumber(_))) => {
                    self.packed.rewind();
                    if pass(&mut self.packed, &MAGIC)?.is_none() {
                        return Ok(false);
                    }
                    self.state = FrameState::Begun;
                    return Err(io::Error::other("bytes between two frames"));
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }

    fn skip(&mut self, magic_number: u32, length: u64) -> io::Result<()> {
        let mut skipped = (&mut self.packed).take(length);
        if magic_number == DICTIONARY && length <= DICTIONARY_LIMIT {
            let mut dictionary = Vec::new();
            skipped.read_to_end(&mut dictionary)?;
            if dictionary.starts_with(&MAGIC) {
                let packed = StreamingDecoder::new(dictionary.as_slice()).map_err(io::Error::other)?;
                let mut unpacked = Vec::new();
                packed.take(DICTIONARY_LIMIT).read_to_end(&mut unpacked)?;
                dictionary = unpacked;
            }
            let dictionary = Dictionary::decode_dict(&dictionary).map_err(io::Error::other)?;
            self.frames.add_dict(dictionary).map_err(io::Error::other)?;
        } else if io::copy(&mut skipped, &mut io::sink())? < length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }

    /// Returns an error if the checksum of the frame does not match its content.
    fn verify(&self) -> io::Result<()> {
        let written = self.frames.get_checksum_from_data();
        if written.is_some() && written != self.frames.get_calculated_checksum() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the checksum of a frame is wrong"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if self.state == FrameState::End {
                return Ok(0);
            }
            if self.state != FrameState::Within && !self.next_frame()? {
                self.state = FrameState::End;
                return Ok(0);
            }
            self.state = FrameState::Lost;
            while self.frames.can_collect() == 0 && !self.frames.is_finished() {
                let step = BlockDecodingStrategy::UptoBlocks(1);
                self.frames.decode_blocks(&mut self.packed, step).map_err(io::Error::other)?;
            }
            let read = self.frames.read(buffer)?;
            if read > 0 {
                self.state = FrameState::Within;
                return Ok(read);
            }
            self.verify()?;
            self.state = FrameState::Between;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    fn pack(text: &str) -> Vec<u8> {
        compress_to_vec(text.as_bytes(), CompressionLevel::Fastest)
    }

    fn unpack(packed: &[u8]) -> io::Result<String> {
        let mut text = String::new();
        Unpacked::new(packed).read_to_string(&mut text).map(|_| text)
    }

    #[test]
    fn frames_are_concatenated_and_skippable_ones_are_skipped() {
        let skippable = [&0x184D_2A50_u32.to_le_bytes()[..], &3_u32.to_le_bytes(), b"abc"].concat();
        let packed = [pack("one "), skippable.clone(), pack(""), pack("two"), skippable].concat();
        assert_eq!(unpack(&packed).expect("it is whole"), "one two");
    }

    #[test]
    fn a_broken_frame_is_an_error_and_the_next_one_is_read() {
        let first = pack(&"a page of some length ".repeat(50));
        for at in 4..first.len() {
            let mut broken = first.clone();
            broken[at] ^= 0x10;
            let packed = [broken, pack("second")].concat();
            let (mut unpacked, mut text) = (Unpacked::new(&packed[..]), Vec::new());
            while unpacked.read_to_end(&mut text).is_err() {}
            assert!(text.ends_with(b"second"), "byte {at}");
        }
        assert_eq!(unpack(&[pack("page"), b"\0\0\0 signature".to_vec()].concat()).unwrap(), "page");
    }

    #[test]
    fn truncated_data_is_an_error() {
        let packed = pack(&"a page of some length ".repeat(100));
        assert!(unpack(&packed[..packed.len() - 5]).is_err());
        assert!(
            unpack(&[&0x184D_2A50_u32.to_le_bytes()[..], &9_u32.to_le_bytes(), b"abc"].concat()).is_err()
        );
    }
}
