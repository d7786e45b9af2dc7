//! How alike two addresses are, as published.
//!
//! In: two addresses. Out: a number from 0 (nothing in common) to 1. Hosts and paths are cut into parts, the parts that
//! two hosts share are counted against the host with fewer (Simpson's coefficient), those that two paths share against
//! all that either has, and the two shares are averaged.
//!
//! ```text
//! www.softic.or.jp    -> softic           } 1 of 1      lib/cases/N.html -> lib, cases, N.htm   } 3 of 3     1.00
//! mail.softic.or.jp   -> mail, softic     }             lib/cases/N.html -> the same            }
//! ```
//!
//! Source: Kang, "Finding and Classifying Near-Duplicate Pages based on Identical Sentences Detection", 2009, section
//! 6.1.2; table 2 is a test here. The text names Simpson's coefficient for paths too, but the 0.38 of the table's third
//! row is three parts shared of four in all, halved; Simpson's would say 0.50. Where an address has no path, or a host
//! nothing but what is left out, that half of two addresses is alike if it is empty in both.

/// How alike two addresses are, from 0 to 1.
///
/// ```
/// use katagami::similar::url::similarity;
///
/// let number = similarity("http://www.keiju.co.jp/data2/t.htm", "http://keijyulion.keiju.co.jp/data2/t.htm");
/// assert!((number - 1.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn similarity(one: &str, other: &str) -> f64 {
    let (one, other) = (Address::of(one), Address::of(other));
    let hosts = share(&one.host, &other.host, |shared| one.host.len().min(other.host.len()).max(shared));
    let paths = share(&one.path, &other.path, |shared| one.path.len() + other.path.len() - shared);
    f64::midpoint(hosts, paths)
}

/// The host of an address, in small letters, without what it is reached by; empty where the address names none.
///
/// ```
/// use katagami::similar::url::host;
///
/// assert_eq!(host("https://me@Www.Example.org:8080/a?b"), "www.example.org");
/// assert_eq!(host("a/b.html"), "");
/// ```
#[must_use]
pub fn host(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return String::new() };
    if scheme.contains([':', '/', '?', '#']) {
        return String::new();
    }
    let place = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let place = place.rsplit_once('@').map_or(place, |(_, place)| place);
    let end = if place.starts_with('[') { place.find(']').map(|end| end + 1) } else { place.find(':') };
    place[..end.unwrap_or(place.len())].to_lowercase()
}

/// The parts of an address.
struct Address {
    host: Vec<String>,
    path: Vec<String>,
}

/// What the source takes from the end of a host.
const ENDS: [&str; 8] = ["net", "com", "biz", "org", "co.jp", "ac.jp", "ne.jp", "or.jp"];

impl Address {
    fn of(address: &str) -> Self {
        let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        Address { host: host_parts(host), path: path_parts(path) }
    }
}

fn host_parts(host: &str) -> Vec<String> {
    let host = host.to_ascii_lowercase();
    let host = host.split_once(':').map_or(&*host, |(host, _)| host);
    // What begins the host and holds "www", as www2 does, or is "jp".
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
    // Sets; the last part of a path stays last, for what is done with it.
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

/// How many parts are shared, against what `of` says for them.
fn share(one: &[String], other: &[String], of: impl Fn(usize) -> usize) -> f64 {
    if one.is_empty() && other.is_empty() {
        return 1.0;
    }
    let shared = one.iter().filter(|part| other.contains(part)).count();
    ratio(shared, of(shared))
}

/// 0 where there is nothing.
fn ratio(part: usize, whole: usize) -> f64 {
    let number = |len: usize| f64::from(u32::try_from(len).expect("an address is shorter than 4 GiB"));
    if whole == 0 { 0.0 } else { number(part) / number(whole) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_is_shortened_to_another_one_counts_once() {
        let (one, other) = ("/.htm/.html", "b\ny/.htm/.html");
        assert!((similarity(one, other) - similarity(other, one)).abs() < 1e-9);
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
            let found = similarity(one, other);
            assert!((found - number).abs() < 0.0051, "{one} {other}: {found}");
        }
    }
}
