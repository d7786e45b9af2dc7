//! Folders: which files in them are pages, and in which order they come.

use super::{Site, gzip, is_no_input, read, read_all, read_error, texts, zstandard};
use katagami::document::{Input, Reader};
use rayon::ThreadPoolBuilder;

#[test]
fn pages_are_recognized_by_name_or_by_their_beginning() {
    let site = Site::new();
    for name in ["a.html", "b.HTM", "c.xhtml", "d.shtml", "deep/er/e.html"] {
        site.write(name, "text");
    }
    site.write("f.html.gz", gzip("text"));
    site.write("g.htm.zst", zstandard("text"));
    site.write("index", "<!doctype html><p>text");
    site.write("packed.gz", gzip("<html><p>text"));
    site.write("thread.php?id=7", "<html><p>text");
    for name in ["data.jsonl", "readme.md", "style.css", "copy.html.bak", ".a.html", ".git/a.html"] {
        site.write(name, "<html>{\"html\": \"not a page\"}");
    }
    site.write("LICENSE", "text");
    site.write("object", b"x\x9C\x01\x02\x03");
    let pages = [
        "a.html",
        "b.HTM",
        "c.xhtml",
        "d.shtml",
        "deep/er/e.html",
        "f.html.gz",
        "g.htm.zst",
        "index",
        "packed.gz",
        "thread.php?id=7",
    ];
    assert_eq!(site.names(&read_all(&site.input())), pages);
}

#[test]
fn pages_come_in_path_order_and_not_in_order_of_creation() {
    let site = Site::new();
    for name in ["b.html", "a/z.html", "a.html", "a-b.html", "B.html", "a/a/x.html", "10.html", "9.html"] {
        site.write(name, name);
    }
    let order = ["10.html", "9.html", "B.html", "a/a/x.html", "a/z.html", "a-b.html", "a.html", "b.html"];
    assert_eq!(texts(&read_all(&site.input())), order);
}

#[test]
fn twenty_thousand_pages_come_in_order_on_any_number_of_threads() {
    let site = Site::new();
    // 7919 is coprime to 20,000, so each number occurs once and far from its neighbours.
    for i in 0..20_000 {
        site.write(&format!("{:05}.html", i * 7919 % 20_000), format!("<p>{}", i * 7919 % 20_000));
    }
    let on = |threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        pool.install(|| read_all(&site.input()))
    };
    let documents = on(1);
    assert_eq!(documents.len(), 20_000);
    assert!((0..).zip(&documents).all(|(i, document): (usize, _)| document.text() == format!("<p>{i}")));
    assert!(documents == on(4));
}

#[test]
fn an_unusable_page_does_not_affect_its_neighbours() {
    let site = Site::new();
    site.write("a.html", "a");
    site.write("b.html", "");
    site.write("c.html", "c");
    let [a, b, c] = <[_; 3]>::try_from(read(&site.input())).expect("there are three pages");
    assert_eq!((a.expect("it is a page").text(), c.expect("it is a page").text()), ("a", "c"));
    assert_eq!(b.expect_err("it is empty").place(), site.path("b.html").to_str());
}

#[test]
fn a_folder_without_pages_is_an_error_that_names_the_expected_files() {
    let site = Site::new();
    site.write("data.jsonl", "{\"html\": \"<p>\"}");
    let error = read_error(&site.input());
    assert!(is_no_input(&error));
    assert!(error.to_string().contains(".xhtml"), "{error}");
}

#[test]
fn names_begin_with_the_folder_as_it_was_given() {
    let site = Site::new();
    site.write("pages/a.html", "a");
    let given = format!("{}/pages/", site.path(".").display());
    let documents: Vec<_> = Reader::new().read(&[Input::path(&given)]).collect();
    assert_eq!(documents[0].as_ref().expect("it is a page").name(), format!("{given}a.html"));
}

#[cfg(unix)]
mod unix {
    use super::super::{Site, read_all, texts};
    use katagami::document::Input;
    use std::ffi::OsStr;
    use std::fs;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;

    #[test]
    fn folders_that_link_to_each_other_are_visited_once() {
        let site = Site::new();
        for folder in ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"] {
            site.write(&format!("{folder}/page.html"), folder);
        }
        for folder in 'a'..='l' {
            for other in 'a'..='l' {
                let link = site.path(&format!("{folder}/to-{other}"));
                symlink(site.path(&other.to_string()), link).expect("links can be made");
            }
            symlink("..", site.path(&format!("{folder}/up"))).expect("links can be made");
        }
        let documents = read_all(&site.input());
        let mut found = texts(&documents);
        found.sort_unstable();
        assert_eq!(found, ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"]);
    }

    #[test]
    fn links_to_pages_are_pages_and_other_broken_links_are_skipped() {
        let site = Site::new();
        site.write("a.html", "a");
        symlink("a.html", site.path("b.html")).expect("links can be made");
        symlink("nothing.css", site.path("c.css")).expect("links can be made");
        assert_eq!(texts(&read_all(&site.input())), ["a", "a"]);
        symlink("nothing.html", site.path("d.html")).expect("links can be made");
        assert!(super::read(&site.input())[2].is_err());
    }

    #[test]
    fn names_that_are_not_unicode_are_readable() {
        let site = Site::new();
        let path = site.path("").join(OsStr::from_bytes(b"caf\xE9.html"));
        fs::write(&path, "text").expect("files can be written");
        for input in [site.input(), Input::path(&path), Input::from(path.into_os_string())] {
            let documents = read_all(&input);
            assert_eq!(site.names(&documents), [r"caf\xe9.html"]);
            assert_eq!(texts(&documents), ["text"]);
        }
        let other = site.write(r"caf\xe9.html", "other");
        assert_eq!(site.names(&read_all(&other)), [r"caf\x5cxe9.html"]);
    }
}
