//! Zstandard data of any number of frames as a reader.
//!
//! In goes packed data, out comes the content of all its frames, one after another. Skippable frames are
//! passed over, but for a dictionary of packed WARC files, which the frames behind it are unpacked with.
//! Memory: the window of a frame, at most 128 MiB, which is what the decoder allows.
//!
//! Source: RFC 8878; for dictionaries "Zstandard Compression for WARC Files 1.0", IIPC, 2021, section 3.

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, Dictionary, FrameDecoder, StreamingDecoder};
use std::io::{self, BufRead, Read};

/// The magic number of an ordinary frame.
pub(super) const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// The magic number of the skippable frame that holds a dictionary.
const DICTIONARY: u32 = 0x184D_2A5D;

/// No dictionary is larger than this: those in use have 1 MiB at most.
const DICTIONARY_LIMIT: u64 = 64 << 20;

/// The content of Zstandard data.
pub(super) struct Unpacked<R> {
    packed: R,
    frames: FrameDecoder,
    in_frame: bool,
}

impl<R: BufRead> Unpacked<R> {
    pub(super) fn new(packed: R) -> Self {
        Unpacked { packed, frames: FrameDecoder::new(), in_frame: false }
    }

    /// Goes to the next frame with content, `false` at the end of the data.
    fn next_frame(&mut self) -> io::Result<bool> {
        loop {
            if self.packed.fill_buf()?.is_empty() {
                return Ok(false);
            }
            match self.frames.reset(&mut self.packed) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    magic_number,
                    length,
                })) => self.skip(magic_number, u64::from(length))?,
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

    /// Refuses a frame whose content is not what was packed.
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
            if !self.in_frame && !self.next_frame()? {
                return Ok(0);
            }
            self.in_frame = true;
            while self.frames.can_collect() == 0 && !self.frames.is_finished() {
                let step = BlockDecodingStrategy::UptoBlocks(1);
                self.frames.decode_blocks(&mut self.packed, step).map_err(io::Error::other)?;
            }
            match self.frames.read(buffer)? {
                0 => self.verify()?,
                read => return Ok(read),
            }
            self.in_frame = false;
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
    fn frames_follow_each_other_and_skippable_ones_are_skipped() {
        let skippable = [&0x184D_2A50_u32.to_le_bytes()[..], &3_u32.to_le_bytes(), b"abc"].concat();
        let packed = [pack("one "), skippable.clone(), pack(""), pack("two"), skippable].concat();
        assert_eq!(unpack(&packed).expect("it is whole"), "one two");
    }

    #[test]
    fn data_that_breaks_off_is_an_error() {
        let packed = pack(&"a page of some length ".repeat(100));
        assert!(unpack(&packed[..packed.len() - 5]).is_err());
        assert!(
            unpack(&[&0x184D_2A50_u32.to_le_bytes()[..], &9_u32.to_le_bytes(), b"abc"].concat()).is_err()
        );
    }
}
