//! Writes the page sets: `cargo run -p site -- data`.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [folder] = &arguments[..] else {
        eprintln!("usage: cargo run -p site -- data");
        return ExitCode::from(2);
    };
    match site::disk::write(Path::new(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", Path::new(folder).display());
            ExitCode::from(2)
        }
    }
}
