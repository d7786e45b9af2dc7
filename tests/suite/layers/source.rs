//! A source file as the rules need it: its words without comments and strings, and the depth of each.

use std::fs;
use std::path::Path;

/// The crates beside the library. Each is one module for the rules, and its root is the module's `mod.rs`.
const CRATES: [&str; 1] = ["cli"];

/// A file of the library or of a crate beside it.
pub(super) struct Source {
    /// Its path below `src`, or the name of its crate and its path below the crate's `src`; with `/`.
    pub(super) path: String,
    pub(super) text: String,
    words: Vec<Word>,
}

/// A name, `::`, or another character.
struct Word {
    text: String,
    line: usize,
    /// The number of inline modules around it.
    inline: usize,
    is_test: bool,
}

/// All sources, in order of paths.
pub(super) fn sources() -> Vec<Source> {
    let root = Path::new(crate::ROOT);
    let mut found = sources_below(&root.join("src"), "");
    for name in CRATES {
        found.extend(sources_below(&root.join("crates").join(name).join("src"), &format!("{name}/")));
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// The sources in a folder; their paths begin with `lead`.
fn sources_below(root: &Path, lead: &str) -> Vec<Source> {
    let mut folders = vec![root.to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the sources are there") {
            let path = entry.expect("the sources are there").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let below = path.strip_prefix(root).expect("it is below").to_str().expect("a plain name");
                let below = if lead.is_empty() {
                    below
                } else {
                    below.strip_prefix("lib.rs").map_or(below, |_| "mod.rs")
                };
                let text = fs::read_to_string(&path).expect("it is text");
                found.push(Source::new(&format!("{lead}{}", below.replace('\\', "/")), &text));
            }
        }
    }
    found
}

impl Source {
    pub(super) fn new(path: &str, text: &str) -> Self {
        Source { path: path.to_owned(), text: text.to_owned(), words: place(words(text)) }
    }

    /// The module of the library, or the crate beside it, that it belongs to; none for the library's root.
    pub(super) fn module(&self) -> Option<&str> {
        let first = self.path.split('/').next()?;
        let module = first.strip_suffix(".rs").unwrap_or(first);
        (module != "lib").then_some(module)
    }

    /// The name of the library's root in the file.
    fn root(&self) -> &'static str {
        if self.module().is_some_and(|module| CRATES.contains(&module)) { "katagami" } else { "crate" }
    }

    /// How many `super` lead from the file's own module to the root.
    fn depth(&self) -> usize {
        let parts = self.path.split('/').count();
        if self.path.ends_with("/mod.rs") { parts - 1 } else { parts }
    }

    /// The modules of the library that are named from its root, with their lines.
    pub(super) fn modules_used(&self) -> Vec<(usize, String)> {
        let mut used = Vec::new();
        let mut i = 0;
        while i < self.words.len() {
            let word = &self.words[i];
            let goes_on = self.is(i.wrapping_sub(1), "::");
            let behind = match word.text.as_str() {
                root if root == self.root() && self.is(i + 1, "::") && !goes_on => i + 2,
                "super" if !goes_on => {
                    let mut end = i;
                    let mut up = 0;
                    while self.is(end, "super") && self.is(end + 1, "::") {
                        (end, up) = (end + 2, up + 1);
                    }
                    if up != self.depth() + word.inline {
                        i = end.max(i + 1);
                        continue;
                    }
                    end
                }
                _ => {
                    i += 1;
                    continue;
                }
            };
            used.extend(self.heads(behind));
            i = behind;
        }
        used
    }

    /// The names after `super::`, and after the part of a path from `crate` that leads to its own module, outside of
    /// tests: modules in a folder around it, or items of these, each with the folder.
    pub(super) fn named_above(&self) -> Vec<(String, String)> {
        let own = self.own();
        let mut named = Vec::new();
        let mut i = 0;
        while i < self.words.len() {
            let mut end = i;
            while self.is(end, "super") && self.is(end + 1, "::") {
                end += 2;
            }
            if self.is(i, "crate") && !self.words[i].is_test {
                let root = usize::from(self.root() != "crate");
                let parts = own[root..].iter().enumerate();
                let shared = parts.take_while(|&(at, part)| self.is(i + 2 + 2 * at, part)).count();
                if (1..own.len()).contains(&(root + shared)) && self.is(i + 1 + 2 * shared, "::") {
                    let folder = own[..root + shared].join("/");
                    named.extend(
                        self.heads(i + 2 + 2 * shared).into_iter().map(|(_, name)| (folder.clone(), name)),
                    );
                }
            }
            let up = ((end - i) / 2).saturating_sub(self.words[i].inline);
            if up > 0 && up <= own.len() && !self.is(i.wrapping_sub(1), "::") && !self.words[i].is_test {
                let folder = own[..own.len() - up].join("/");
                named.extend(self.heads(end).into_iter().map(|(_, name)| (folder.clone(), name)));
            }
            i = end.max(i + 1);
        }
        named
    }

    /// The names of the modules that lead to its own.
    pub(super) fn own(&self) -> Vec<&str> {
        let path = self.path.strip_suffix(".rs").unwrap_or(&self.path);
        path.strip_suffix("/mod").unwrap_or(path).split('/').collect()
    }

    /// The name at a word, or the names that a list in braces begins with.
    fn heads(&self, at: usize) -> Vec<(usize, String)> {
        let head = |word: &Word| (word.line, word.text.clone());
        if !self.is(at, "{") {
            return self.words.get(at).map(head).into_iter().collect();
        }
        let (mut heads, mut depth, mut starts) = (Vec::new(), 0, true);
        for word in &self.words[at..] {
            match word.text.as_str() {
                "{" => depth += 1,
                "}" => depth -= 1,
                "," if depth == 1 => starts = true,
                _ if starts && depth == 1 => {
                    heads.push(head(word));
                    starts = false;
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        heads
    }

    /// The lines in which a crate is named.
    pub(super) fn lines_naming(&self, name: &str) -> Vec<usize> {
        let named = |&i: &usize| {
            let before = |text| self.is(i.wrapping_sub(1), text);
            // `a::name` is a part of `a`; `::name` is the crate.
            let is_part =
                before("::") && self.words.get(i.wrapping_sub(2)).is_some_and(|word| is_name(&word.text));
            self.is(i, name) && !is_part && (self.is(i + 1, "::") || before("use") || before("crate"))
        };
        (0..self.words.len()).filter(named).map(|i| self.words[i].line).collect()
    }

    /// The lines outside tests in which something is unwrapped.
    pub(super) fn unwraps(&self) -> Vec<usize> {
        let unwraps =
            |i: &usize| self.is(i.wrapping_sub(1), ".") && self.is(*i, "unwrap") && !self.words[*i].is_test;
        (0..self.words.len()).filter(unwraps).map(|i| self.words[i].line).collect()
    }

    fn is(&self, i: usize, text: &str) -> bool {
        self.words.get(i).is_some_and(|word| word.text == text)
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_alphanumeric() || first == '_')
}

/// Cuts a source into words with their lines, without comments and literals.
fn words(text: &str) -> Vec<(String, usize)> {
    let (mut words, mut rest, mut line) = (Vec::new(), text, 1);
    while let Some(first) = rest.chars().next() {
        let len = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if let Some(len) = string(rest) {
            len
        } else if is_name(rest) {
            let len = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            words.push((rest[..len].to_owned(), line));
            len
        } else if rest.starts_with("::") {
            words.push(("::".to_owned(), line));
            2
        } else {
            if !first.is_whitespace() {
                words.push((first.to_string(), line));
            }
            first.len_utf8()
        };
        line += rest[..len].matches('\n').count();
        rest = &rest[len..];
    }
    words
}

/// The length of a comment in `/* */`, which may be nested.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        if text[at..].starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if text[at..].starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                break;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// The length of the literal that the text begins with; a lifetime is none.
fn string(text: &str) -> Option<usize> {
    let body = text.strip_prefix('b').unwrap_or(text);
    let prefix = text.len() - body.len();
    if let Some(raw) = body.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let inside = prefix + 1 + hashes + 1;
            return Some(inside + text[inside..].find(&end).map_or(text.len() - inside, |at| at + end.len()));
        }
    }
    let quote = body.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    if quote == '\'' {
        let mut inside = body[1..].chars();
        let (first, second) = (inside.next()?, inside.next()?);
        if first != '\\' && second != '\'' {
            return None;
        }
    }
    let mut escaped = false;
    for (at, c) in body.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return Some(prefix + at + 1),
            _ => {}
        }
    }
    Some(text.len())
}

/// Determines the inline modules around each word, and whether one of them is a test module.
fn place(words: Vec<(String, usize)>) -> Vec<Word> {
    let mut placed: Vec<Word> = Vec::with_capacity(words.len());
    // Open modules: the depth of braces outside, and whether it is a test module.
    let mut modules: Vec<(usize, bool)> = Vec::new();
    let mut depth = 0_usize;
    for (text, line) in words {
        if text == "}" {
            depth = depth.saturating_sub(1);
            if modules.last().is_some_and(|module| module.0 == depth) {
                modules.pop();
            }
        }
        let opens = text == "{";
        let is_test = modules.iter().any(|module| module.1);
        placed.push(Word { text, line, inline: modules.len(), is_test });
        if opens {
            let [.., a, _, _] = &placed[..] else {
                depth += 1;
                continue;
            };
            if a.text == "mod" {
                let before: Vec<&str> =
                    placed[..placed.len() - 3].iter().rev().take(7).map(|word| word.text.as_str()).collect();
                let of_tests = before.starts_with(&["]", ")", "test", "(", "cfg", "[", "#"]);
                modules.push((depth, of_tests));
            }
            depth += 1;
        }
    }
    placed
}
