//! The similarity of two addresses.
//!
//! In: two addresses. Out: a number from 0 (nothing in common) to 1, the mean of how alike the hosts and the paths are.
//!
//! ```text
//! http://www.bbc.co.uk/news/1        bbc    } 0      news, 1    } 1 of 3     0.17
//! http://guardian.co.uk/news/2     guardian }        news, 2    }
//!
//! http://mail.softic.or.jp/lib/a.html   softic } 1   lib, a.htm } 2 of 2     1.00
//! http://softic.or.jp/lib/a.htm         softic }     lib, a.htm }
//! ```
//!
//! Hosts are alike if the same name was registered: the label before the *public suffix*, the part of a host under which anybody
//! can register a name. What is a public suffix (`com`, `co.uk`, `github.io`) is said by the Public Suffix List; hosts below the
//! suffixes of its private section, such as `github.io`, are of different owners too. Paths are split into sets of parts, and the
//! number of shared parts is divided by the size of the union. Two addresses without a path are as alike as their hosts.
//!
//! [`published`] is the rule of the source. It drops the ends of some hosts (`com`, `co.jp`), splits what is left into parts, and
//! divides the number of shared parts by the size of the smaller set (Simpson's coefficient). So the hosts of two universities
//! have `edu` in common, and those of two papers `co` and `uk`.
//!
//! Source: Kang, "Finding and Classifying Near-Duplicate Pages based on Identical Sentences Detection", 2009, section
//! 6.1.2; table 2 is a test here. The text names Simpson's coefficient for paths too, but the 0.38 of the table's third
//! row is three shared parts of a union of four, halved; Simpson's would give 0.50. If the host or the path of both addresses has
//! no parts, that half counts as equal.
//! The list: <https://publicsuffix.org>, as the crate `public-suffix` has it.

use public_suffix::{DEFAULT_PROVIDER, EffectiveTLDProvider};

use crate::record::bare_host;
pub use crate::record::host;
use crate::spectrum::size;

/// The similarity of two addresses, from 0 to 1.
///
/// ```
/// use katagami::similar::url::similarity;
///
/// let number = similarity("http://www.keiju.co.jp/data2/t.htm", "http://keijyulion.keiju.co.jp/data2/t.htm");
/// assert!((number - 1.0).abs() < 1e-9);
/// assert!(similarity("http://www.bbc.co.uk/1", "http://www.guardian.co.uk/2") < 1e-9);
/// ```
#[must_use]
pub fn similarity(one: &str, other: &str) -> f64 {
    let [(one, path), (other, other_path)] = [one, other].map(host_and_path);
    let [one, other] = [one, other].map(bare_host);
    let hosts = if registered(&one) == registered(&other) { 1.0 } else { 0.0 };
    let [path, other_path] = [path, other_path].map(path_parts);
    if path.is_empty() && other_path.is_empty() {
        return hosts;
    }
    f64::midpoint(hosts, shared_of_union(&path, &other_path))
}

/// The mean of hosts that differ and of paths that have half of their parts in common. A name of a folder, such as `news`, is too
/// little; of the pairs of table 2 of the source none is below.
const ALIKE: f64 = 0.25;

/// Whether two addresses with this similarity are taken for those of one site, or of a copy of it on another host.
#[must_use]
pub fn are_alike(similarity: f64) -> bool {
    similarity >= ALIKE
}

/// The similarity of two addresses as published, from 0 to 1. Two addresses are alike if it is above 0.
///
/// ```
/// use katagami::similar::url::published;
///
/// assert!(published("http://www.bbc.co.uk/1", "http://www.guardian.co.uk/2") > 0.0);
/// ```
#[must_use]
pub fn published(one: &str, other: &str) -> f64 {
    let [(one, path), (other, other_path)] = [one, other].map(host_and_path);
    let [one, other] = [one, other].map(host_parts);
    let hosts = share(&one, &other, |shared| one.len().min(other.len()).max(shared));
    f64::midpoint(hosts, shared_of_union(&path_parts(path), &path_parts(other_path)))
}

/// The label before the public suffix of a host; all of it if it is a number of the network, or a public suffix itself.
fn registered(host: &str) -> &str {
    // The root of all names, which may end an address, is no label.
    let host = host.trim_end_matches('.');
    let is_number = host.starts_with('[') || host.parse::<std::net::Ipv4Addr>().is_ok();
    let domain = if is_number { None } else { DEFAULT_PROVIDER.effective_tld_plus_one(host).ok() };
    domain.and_then(|domain| domain.split('.').next()).unwrap_or(host)
}

/// The endings of a host that the source drops.
const ENDS: [&str; 8] = ["net", "com", "biz", "org", "co.jp", "ac.jp", "ne.jp", "or.jp"];

/// The host of an address, with user and port, and its path.
fn host_and_path(address: &str) -> (&str, &str) {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split_once('/').unwrap_or((rest, ""))
}

fn host_parts(host: &str) -> Vec<String> {
    let host = host.to_ascii_lowercase();
    let host = host.split_once(':').map_or(&*host, |(host, _)| host);
    // Drops a first label that contains "www", such as www2, or is "jp".
    let host = match host.split_once('.') {
        Some((first, rest)) if first.contains("www") || first == "jp" => rest,
        _ => host,
    };
    let host = ENDS
        .iter()
        .find_map(|end| match host.strip_suffix(end)? {
            "" => Some(""),
            rest => rest.strip_suffix('.'),
        })
        .unwrap_or(host);
    parts(host.split(['.', '-']))
}

fn path_parts(path: &str) -> Vec<String> {
    let path = path.strip_prefix('~').or_else(|| path.strip_prefix("%7E")).unwrap_or(path);
    let mut parts = parts(path.split('/'));
    if parts.last().is_some_and(|last| last.contains("index")) {
        parts.pop();
    }
    if let Some(mut last) = parts.pop() {
        if last.rsplit_once('.').is_some_and(|(_, ending)| ending == "html") {
            last.pop();
        }
        if !parts.contains(&last) {
            parts.push(last);
        }
    }
    parts
}

fn parts<'a>(parts: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut parts: Vec<String> = parts.filter(|part| !part.is_empty()).map(str::to_owned).collect();
    // Removes duplicates and keeps the last of each, as the last part of a path is treated specially.
    let mut at = 0;
    while at < parts.len() {
        if parts[at + 1..].contains(&parts[at]) {
            parts.remove(at);
        } else {
            at += 1;
        }
    }
    parts
}

/// The number of shared parts, divided by that of the parts of both.
fn shared_of_union(one: &[String], other: &[String]) -> f64 {
    share(one, other, |shared| one.len() + other.len() - shared)
}

/// The number of shared parts, divided by what `of` returns for that number.
fn share(one: &[String], other: &[String], of: impl Fn(usize) -> usize) -> f64 {
    if one.is_empty() && other.is_empty() {
        return 1.0;
    }
    let shared = one.iter().filter(|part| other.contains(part)).count();
    ratio(shared, of(shared))
}

/// A part of a whole; 0 if the whole is 0.
fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { size(part) / size(whole) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_is_shortened_to_another_one_counts_once() {
        let (one, other) = ("/.htm/.html", "b\ny/.htm/.html");
        for similarity in [similarity, published] {
            assert!((similarity(one, other) - similarity(other, one)).abs() < 1e-9);
        }
    }

    #[test]
    fn hosts_under_one_public_suffix_are_not_alike() {
        for (one, other) in [
            ("http://www.bbc.co.uk/news/1", "http://www.guardian.co.uk/news/2"),
            ("http://www.stanford.edu/people/ann", "http://www.mit.edu/research/bob"),
            ("http://ann.github.io/blog/rain.html", "http://bob.github.io/blog/snow.html"),
            ("http://ann.github.io/", "http://bob.github.io/index.html"),
            ("http://blog.ann.example/1", "http://blog.bob.example/2"),
            ("http://10.0.0.1/a", "http://10.0.0.2/b"),
        ] {
            assert!(!are_alike(similarity(one, other)), "{one} {other}");
            assert!(published(one, other) > 0.0, "{one} {other}");
        }
        for (one, other) in [
            ("http://news.bbc.co.uk/1", "http://www.bbc.co.uk/2"),
            ("http://www.bbc.co.uk/1", "http://bbc.com/2"),
            ("http://cs.stanford.edu/", "https://me@www.Stanford.edu:8080/ann"),
            ("http://ann.github.io/", "http://ann.github.io/blog/"),
            ("http://github.io/a", "http://github.io/b"),
            ("http://bbc.co.uk./1", "http://bbc.co.uk/2"),
            ("http://localhost:80/a", "http://localhost/b"),
            ("http://10.0.0.1/a", "http://10.0.0.1/b"),
            ("http://10.0.0.1/ann/rain.html", "http://ann.example/ann/rain.html"),
        ] {
            assert!(are_alike(similarity(one, other)), "{one} {other}");
        }
    }

    #[test]
    fn table_2_of_the_source() {
        for (number, one, other) in [
            (
                0.50,
                "http://www.gipc.kanazawa-u.ac.jp/whatsnew/host/kh23102.htm",
                "http://133.28.23.100/whatsnew/host/kh23102.htm",
            ),
            (
                1.00,
                "http://www.softic.or.jp/lib/cases/Nikkei_v_Comline.html",
                "http://mail.softic.or.jp/lib/cases/Nikkei_v_Comline.html",
            ),
            (
                0.38,
                "http://www.dd.ij4u.or.jp/~yamano/dokyo/saigoku/saigoku_17.htm",
                "http://yamanokanata.net/dokyo/saigoku/saigoku_17.htm",
            ),
            (
                1.00,
                "http://www.fdev.ce.hiroshima-cu.ac.jp/~terauchi/SEIKEI.HTM",
                "http://va620v.fdev.ce.hiroshima-cu.ac.jp/~terauchi/SEIKEI.HTM",
            ),
            (
                1.00,
                "http://www.keiju.co.jp/data2/tushinbo.htm",
                "http://keijyulion.keiju.co.jp/data2/tushinbo.htm",
            ),
        ] {
            for found in [similarity(one, other), published(one, other)] {
                assert!((found - number).abs() < 0.0051, "{one} {other}: {found}");
            }
        }
    }
}
