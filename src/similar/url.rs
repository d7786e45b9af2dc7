//! The similarity of two addresses, as published.
//!
//! In: two addresses. Out: a number from 0 (nothing in common) to 1. Hosts and paths are split into sets of parts. The number of
//! shared host parts is divided by the size of the smaller set (Simpson's coefficient), the number of shared path parts by the size
//! of the union; the result is the mean of the two.
//!
//! ```text
//! www.softic.or.jp    -> softic           } 1 of 1      lib/cases/N.html -> lib, cases, N.htm   } 3 of 3     1.00
//! mail.softic.or.jp   -> mail, softic     }             lib/cases/N.html -> the same            }
//! ```
//!
//! Source: Kang, "Finding and Classifying Near-Duplicate Pages based on Identical Sentences Detection", 2009, section
//! 6.1.2; table 2 is a test here. The text names Simpson's coefficient for paths too, but the 0.38 of the table's third
//! row is three shared parts of a union of four, halved; Simpson's would give 0.50. If the host or the path of both addresses has
//! no parts, that half counts as equal.

/// The similarity of two addresses, from 0 to 1.
///
/// ```
/// use katagami::similar::url::similarity;
///
/// let number = similarity("http://www.keiju.co.jp/data2/t.htm", "http://keijyulion.keiju.co.jp/data2/t.htm");
/// assert!((number - 1.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn similarity(one: &str, other: &str) -> f64 {
    let (one, other) = (AddressParts::of(one), AddressParts::of(other));
    let hosts = share(&one.host, &other.host, |shared| one.host.len().min(other.host.len()).max(shared));
    let paths = share(&one.path, &other.path, |shared| one.path.len() + other.path.len() - shared);
    f64::midpoint(hosts, paths)
}

/// The host of an address in lower case, without user and port; empty if the address has no host.
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
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    let end = if host.starts_with('[') { host.find(']').map(|end| end + 1) } else { host.find(':') };
    host[..end.unwrap_or(host.len())].to_lowercase()
}

/// The parts of the host and of the path of an address.
struct AddressParts {
    host: Vec<String>,
    path: Vec<String>,
}

/// The endings of a host that the source drops.
const ENDS: [&str; 8] = ["net", "com", "biz", "org", "co.jp", "ac.jp", "ne.jp", "or.jp"];

impl AddressParts {
    fn of(address: &str) -> Self {
        let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        AddressParts { host: host_parts(host), path: path_parts(path) }
    }
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
