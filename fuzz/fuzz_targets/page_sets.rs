//! See `page_sets` in `checks.rs`.

#![no_main]

#[path = "../checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::page_sets(bytes));
