//! The README shows what the program prints.

use std::path::Path;
use std::process::Command;

/// The commands in the README's `console` blocks, each with the output below it.
fn shown(readme: &str) -> Vec<(String, String)> {
    let blocks =
        readme.split("```console\n").skip(1).map(|rest| rest.split("```").next().expect("a block ends"));
    let command = |block: &str| {
        let (command, output) = block.split_once('\n').expect("output below the command");
        (command.strip_prefix("$ katagami ").expect("a command of the program").to_owned(), output.to_owned())
    };
    blocks.map(command).collect()
}

#[test]
fn every_output_in_the_readme_is_what_the_command_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README");
    let shown = shown(&readme);
    assert!(shown.len() >= 7, "only {} commands are shown", shown.len());
    for (command, expected) in shown {
        let program = Command::new(env!("CARGO_BIN_EXE_katagami"))
            .current_dir(root)
            .args(command.split_whitespace())
            .output()
            .expect("the program runs");
        let printed = String::from_utf8(program.stdout).expect("text");
        // Three dots stand for the rest.
        match expected.strip_suffix("...\n") {
            Some(beginning) => assert_eq!(printed.get(..beginning.len()), Some(beginning), "{command}"),
            None => assert_eq!(printed, expected, "{command}"),
        }
    }
}
