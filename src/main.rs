//! The program `katagami`.

fn main() {}
