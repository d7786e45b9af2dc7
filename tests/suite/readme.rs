//! The README shows what the program prints.

use std::path::Path;
use std::process::Command;

/// The commands in the README's `console` blocks, each with the output below it.
fn shown(readme: &str) -> Vec<(String, String)> {
    let blocks =
        readme.split("```console\n").skip(1).map(|rest| rest.split("```").next().expect("a block ends"));
    let command = |block: &str| {
        let (command, output) = block.split_once('\n').expect("output below the command");
        (command.strip_prefix("$ ").expect("a command").to_owned(), output.to_owned())
    };
    blocks.map(command).collect()
}

/// A fresh folder with the page sets and nothing else, as a reader has it who follows the tour.
fn folder(root: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    std::os::unix::fs::symlink(root.join("data"), folder.path().join("data")).expect("a link can be made");
    folder
}

#[test]
fn every_output_in_the_readme_is_what_the_command_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README");
    let shown = shown(&readme);
    assert!(shown.len() >= 7, "only {} commands are shown", shown.len());
    let folder = folder(root);
    let program = Path::new(env!("CARGO_BIN_EXE_katagami")).parent().expect("a folder").to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(program).chain(std::env::split_paths(&others)))
        .expect("folders without a colon");
    for (command, expected) in shown {
        let ran = Command::new("sh")
            .current_dir(folder.path())
            .env("PATH", &path)
            .args(["-c", &command])
            .output()
            .expect("there is a shell");
        let printed = String::from_utf8(ran.stdout).expect("text");
        // Three dots stand for the rest.
        match expected.strip_suffix("...\n") {
            Some(beginning) => assert_eq!(printed.get(..beginning.len()), Some(beginning), "{command}"),
            None => assert_eq!(printed, expected, "{command}"),
        }
    }
}
