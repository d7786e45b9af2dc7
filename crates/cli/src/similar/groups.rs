//! Groups of pages that are the same, and the pages to keep.
//!
//! Two pages whose main texts are the same may each have further text that the other lacks. Then both are kept, so that no text of a
//! page that is left out is lost. A message gives the number of such pairs, and with `--explain` the text that would be lost.

use super::stop::Stop;
use super::{Keep, Keyed, SimilarArgs};
use crate::args::Method;
use crate::output::ProgramFormat;
use crate::screen::message;
use crate::writer::{unwritten, write_plain, write_results};
use katagami::error::Result;
use katagami::report::Shape;
use katagami::similar::group::{Enough, Group};
use katagami::similar::index::{Index, Match, Matches, Repeated};
use katagami::similar::{Options, Relation, Show};
use serde::Serialize;
use std::cmp::Reverse;
use std::io::{self, Write};

/// A group, as programs read it.
#[derive(Serialize)]
struct GroupRow {
    keep: String,
    keep_url: Option<String>,
    others: Vec<String>,
    /// In the order of `others`.
    other_urls: Vec<Option<String>>,
}

/// The same in a table.
#[derive(Serialize)]
struct MemberRow {
    keep: String,
    other: String,
    keep_url: Option<String>,
    other_url: Option<String>,
}

/// The columns of that table.
const MEMBER: [(&str, Shape); 4] =
    [("keep", Shape::One), ("other", Shape::One), ("keep_url", Shape::One), ("other_url", Shape::One)];

/// A page to keep.
#[derive(Serialize)]
struct KeptRow {
    path: String,
    url: Option<String>,
}

/// The columns of a table of these.
const KEPT: [(&str, Shape); 2] = [("path", Shape::One), ("url", Shape::One)];

/// The minimum share of a page's text that the page kept instead of it has: the smallest value from 0.6 to 0.95 at which hardly any
/// page of docs/lab/similar.md loses a tenth of its text.
const SAME: f64 = 0.9;

/// The number of words in a row that may not be missing from the kept page: a limit on what may be lost, and the size that
/// docs/lab/similar.md counts as a main text in its measurements.
const WORDS: f64 = 30.0;

/// Pairs of pages that are the same but both kept, as neither has enough of the other's text.
#[derive(Clone, Copy, Debug, Default)]
struct Apart {
    pairs: usize,
    /// The largest share of a page's text that the other page of a pair has.
    most: f64,
}

/// The key by which the page to keep is chosen, the smallest first.
type KeepKey = (Reverse<u32>, usize, Name, u32);

/// A name, ordered alphabetically without its ending: `01.html` comes before `01-copy.html`, and `rain.html` before `rain (1).html`.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
struct Name {
    stem: String,
    ending: String,
}

impl Name {
    fn new(name: &str) -> Self {
        let file = name.rfind('/').map_or(0, |slash| slash + 1);
        // A name that begins with a dot is that of a hidden file and has no ending.
        let dot = name[file..].rfind('.').filter(|&dot| dot > 0).map_or(name.len(), |dot| file + dot);
        Name { stem: name[..dot].to_owned(), ending: name[dot..].to_owned() }
    }
}

impl SimilarArgs {
    /// Finds groups and writes them, or the pages that remain if one page of each group is kept.
    pub(super) fn write_groups(
        &self,
        index: &Index,
        options: &Options,
        keyed: Keyed<'_>,
        memory: usize,
        stop: &Stop,
        out: &mut dyn Write,
    ) -> Result<bool> {
        let Keyed { candidates, repeated, .. } = keyed;
        let progress = self.input.progress_of("comparing pages", candidates.left());
        let mut matches = Matches::new(index, options, candidates, Show::Longest(0), 0);
        let mut groups = index.groups(memory)?;
        let mut apart = Apart::default();
        while let Some(found) = matches.next().transpose()? {
            stop.check()?;
            progress.set_position(matches.read());
            if found.pair.relation != Relation::Same {
                continue;
            }
            let enough = self.enough(&found);
            groups.add(found.pages, enough)?;
            if !(enough.first || enough.second || enough.equal) {
                apart.pairs += 1;
                apart.most = found.pair.held.into_iter().fold(apart.most, f64::max);
                if self.explain && !self.input.is_quiet() {
                    let lost = lost(index, &found)?;
                    progress.suspend(|| message!("{lost}"));
                }
            }
        }
        progress.finish_and_clear();
        self.print_apart(apart);
        let key = |page| self.keep_key(index, page);
        if self.groups {
            return self.write_rows(index, groups.groups(key)?, stop, out);
        }
        let mut left_out = vec![false; index.len() as usize];
        for group in groups.groups(key)? {
            group?.others.iter().for_each(|&other| left_out[other as usize] = true);
        }
        self.write_kept(index, &left_out, repeated, stop, out)?;
        Ok(true)
    }

    /// Which of two pages that are the same can be kept instead of the other: one that has nearly all text of the other.
    fn enough(&self, found: &Match) -> Enough {
        let least = self.least_held();
        let [of_first, of_second] = found.pair.held;
        let equal = of_first >= 1.0 && of_second >= 1.0;
        let [first, second] = found.pair.missing.map(|words| self.may_miss_words() || words < WORDS);
        Enough { first: of_second >= least && second, second: of_first >= least && first, equal }
    }

    /// Whether only the share decides, without the limit of words in a row.
    fn may_miss_words(&self) -> bool {
        self.same.is_some() || self.method == Method::Paper
    }

    /// The minimum share of a page's text that the page kept instead of it has.
    fn least_held(&self) -> f64 {
        self.same.unwrap_or(match self.method {
            Method::Ours => SAME,
            Method::Paper => 0.0,
        })
    }

    /// Prints why pages that are the same are all kept.
    fn print_apart(&self, Apart { pairs, most }: Apart) {
        if pairs == 0 || self.input.is_quiet() {
            return;
        }
        let of =
            if pairs == 1 { "1 pair of pages is".to_owned() } else { format!("{pairs} pairs of pages are") };
        let least = self.least_held();
        let see = if self.explain { "" } else { "; --explain shows it" };
        // Two digits, rounded down, so that the nearest pair is taken; not above the share of this run, which would keep more pages.
        let hundredths = ((100.0 * most).floor() / 100.0).min(least);
        let near =
            if hundredths > 0.0 { format!("; --same {hundredths} accepts the loss") } else { String::new() };
        let words = if self.may_miss_words() {
            String::new()
        } else {
            format!(" with no {WORDS} words in a row missing")
        };
        message!(
            "{of} the same but all kept: neither page has {least} of the other's text{words}, as each has more text besides the main \
             text, which would be lost{see}{near}"
        );
    }

    /// The key of a page; the page with the smallest key is kept. Pages that are equal by the rule are ordered by their names, so
    /// that the order of the input does not matter.
    fn keep_key(&self, index: &Index, page: u32) -> Result<KeepKey> {
        let name = index.name(page)?;
        let ordered = Name::new(&name);
        Ok(match self.keep.unwrap_or(Keep::First) {
            Keep::First => (Reverse(0), 0, ordered, page),
            Keep::Longest => (Reverse(index.outline(page)?.chars()), 0, ordered, page),
            Keep::Shortest => {
                let address = index.facts(page)?.url.unwrap_or(name);
                (Reverse(0), address.chars().count(), ordered, page)
            }
        })
    }

    /// Writes the groups in the order of the names of the kept pages. For that these names are in memory.
    fn write_rows(
        &self,
        index: &Index,
        groups: impl Iterator<Item = Result<Group>>,
        stop: &Stop,
        out: &mut dyn Write,
    ) -> Result<bool> {
        let mut named = groups
            .map(|group| {
                stop.check()?;
                let group = group?;
                Ok((index.name(group.kept)?, group))
            })
            .collect::<Result<Vec<_>>>()?;
        named.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        let is_any = !named.is_empty();
        let with_urls = self.output.format().rows().is_some();
        let mut found_rows = named.into_iter().map(|(keep, group)| {
            stop.check()?;
            row(index, keep, &group, with_urls)
        });
        self.output.write(out, |out| match self.output.format().rows() {
            None => found_rows.try_for_each(|group| describe(&group?, out).map_err(unwritten)),
            Some(format) => match self.output.format().table() {
                Some(plain) => write_plain(plain, &MEMBER, found_rows.flat_map(members), out),
                None => write_results(format, found_rows, out),
            },
        })?;
        Ok(is_any)
    }

    fn write_kept(
        &self,
        index: &Index,
        left_out: &[bool],
        repeated: &Repeated,
        stop: &Stop,
        out: &mut dyn Write,
    ) -> Result<()> {
        let kept =
            (0..index.len()).zip(left_out).filter(|&(page, &left_out)| !left_out && !repeated.has(page));
        let mut pages = kept.map(|(page, _)| stop.check().map(|()| page));
        self.output.write(out, |out| match self.output.format().rows() {
            Some(format) => {
                let kept = pages.map(|page| kept_row(index, page?));
                match self.output.format().table() {
                    Some(plain) => write_plain(plain, &KEPT, kept, out),
                    None => write_results(format, kept, out),
                }
            }
            None => pages.try_for_each(|page| writeln!(out, "{}", index.name(page?)?).map_err(unwritten)),
        })
    }
}

/// The text that would be lost if one of two pages that are both kept were left out.
fn lost(index: &Index, found: &Match) -> Result<String> {
    let [first, second] = [index.facts(found.pages[0])?, index.facts(found.pages[1])?];
    let mut lines = vec![format!("{} and {} are the same, but both are kept", first.name, second.name)];
    for (page, other, held) in [(&first, &second, found.pair.held[0]), (&second, &first, found.pair.held[1])]
    {
        lines.push(format!("  {:.3} of {} is in the other, which lacks", held, page.name));
        lines.extend(page.lacking_in(other).into_iter().map(|text| format!("    {text}")));
    }
    Ok(lines.join("\n"))
}

fn kept_row(index: &Index, page: u32) -> Result<KeptRow> {
    let facts = index.facts(page)?;
    Ok(KeptRow { path: facts.name, url: facts.url })
}

/// A group with the names of its pages, and with their addresses if these are wanted, for which the pages have to be read.
fn row(index: &Index, keep: String, group: &Group, with_urls: bool) -> Result<GroupRow> {
    let url = |page| if with_urls { index.facts(page).map(|facts| facts.url) } else { Ok(None) };
    let others = group.others.iter().map(|&other| Ok((index.name(other)?, url(other)?)));
    let mut others = others.collect::<Result<Vec<_>>>()?;
    others.sort_unstable();
    let (others, other_urls) = others.into_iter().unzip();
    Ok(GroupRow { keep, keep_url: url(group.kept)?, others, other_urls })
}

fn members(group: Result<GroupRow>) -> Vec<Result<MemberRow>> {
    let GroupRow { keep, keep_url, others, other_urls } = match group {
        Ok(group) => group,
        Err(error) => return vec![Err(error)],
    };
    let member = |(other, other_url)| {
        Ok(MemberRow { keep: keep.clone(), other, keep_url: keep_url.clone(), other_url })
    };
    others.into_iter().zip(other_urls).map(member).collect()
}

fn describe(group: &GroupRow, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", group.keep)?;
    group.others.iter().try_for_each(|other| writeln!(out, "  {other}"))
}
