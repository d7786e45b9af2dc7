//! The addresses that pages link to, as hashes.
//!
//! In: a page and the address it was fetched from. Out: a hash of its own address, and one of each address that it links to. A
//! link and the page that it leads to have the same hash. Links are resolved as by a browser. The part after `#`, a slash at the
//! end and capital letters in the host are ignored.

use crate::record::Base;
use crate::token::TokenKind;
use crate::token::html::tokens;
use twox_hash::XxHash3_64;

/// The hash of an absolute address.
#[must_use]
pub(super) fn number(address: &str) -> u64 {
    let address = address.split_once('#').map_or(address, |(before, _)| before);
    let address = address.strip_suffix('/').unwrap_or(address);
    let host_from = address.find("://").map_or(0, |colon| colon + 3);
    let host_to = address[host_from..].find('/').map_or(address.len(), |len| host_from + len);
    let mut address = address.as_bytes().to_vec();
    address[..host_to].make_ascii_lowercase();
    XxHash3_64::oneshot(&address)
}

/// The hash of the address that a page was fetched from.
#[must_use]
pub(super) fn own(url: &str) -> u64 {
    number(&Base::of("", Some(url)).resolve(url))
}

/// The hashes of the addresses that a page links to, in ascending order, each once.
#[must_use]
pub(super) fn links(source: &str, url: &str) -> Vec<u64> {
    let base = Base::of(source, Some(url));
    let anchors = tokens(source).filter(|token| {
        token.kind == TokenKind::StartTag
            && ["a", "area"].iter().any(|name| token.name(source).eq_ignore_ascii_case(name))
    });
    let mut links: Vec<u64> = anchors
        .filter_map(|token| {
            let href =
                token.attributes(source).find(|attribute| attribute.name.eq_ignore_ascii_case("href"))?;
            Some(number(&base.resolve(&htmlize::unescape_attribute(href.value?))))
        })
        .collect();
    links.sort_unstable();
    links.dedup();
    links
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_and_its_page_have_the_same_hash() {
        let page = r#"<p><a href="../b.html#part">b</a> <A HREF='?q=1&amp;r=2'>c</A> <a name=d>d</a>
            <script>'<a href="/no.html">'</script>"#;
        let found = links(page, "http://Www.example/a/x.html");
        let mut wanted = vec![own("http://www.example/b.html"), own("http://www.example/a/x.html?q=1&r=2")];
        wanted.sort_unstable();
        assert_eq!(found, wanted);
    }

    #[test]
    fn links_are_resolved_against_the_element_base() {
        let page = "<base href=http://b.example/c/><a href=d>d</a>";
        assert_eq!(links(page, "http://a.example/"), [own("http://b.example/c/d")]);
    }

    #[test]
    fn pages_whose_paths_differ_have_different_hashes() {
        assert_eq!(own("http://a.example"), own("http://A.example/#top"));
        assert_ne!(own("http://a.example/a"), own("http://a.example/A"));
        assert_ne!(own("http://a.example/?a"), own("http://a.example/?b"));
    }
}
