//! Figures: their content, their limited size, and that those in `plots/` are what the program draws.

use katagami::plot::{Axis, Chart, Figure, Point, Series, distinct, growth, total};
use katagami::report::{SpectrumRow, spectrum_rows};
use katagami::spectrum::{Frequency, Peak, PeakFinder, PowerLaw, Row, Spectrum};

const COUNTED: Frequency = Frequency::Occurrences;

fn spectrum(distinct: impl IntoIterator<Item = (u32, u64)>) -> Spectrum {
    Spectrum::from_rows(distinct.into_iter().map(|(frequency, distinct)| Row { frequency, distinct }))
}

/// Natural text with a template on 13 pages, and twice on some.
fn template() -> Spectrum {
    let law = (1..400_u32).map(|frequency| (frequency, 10_000_000 / u64::from(frequency).pow(2)));
    spectrum(law.chain([(13, 1_200_000), (26, 30_000)]))
}

fn figure(spectrum: &Spectrum, title: &str) -> Figure {
    let line = PowerLaw::fit(spectrum);
    let peaks: Vec<Peak> = PeakFinder::new().find(spectrum);
    let rows: Vec<SpectrumRow> = spectrum_rows(spectrum, line, &peaks, None).collect();
    Figure::new(title, "made for a test")
        .chart(distinct(&rows, COUNTED, line.as_ref()))
        .chart(total(&rows, COUNTED))
}

/// The texts of an SVG document, in the order in which they are drawn.
fn texts(svg: &str) -> Vec<&str> {
    let after = svg.split("<text ").skip(1);
    after.map(|text| text.split_once('>').unwrap().1.split_once("</text>").unwrap().0.trim()).collect()
}

#[test]
fn both_charts_name_their_axes_and_their_peaks() {
    let svg = figure(&template(), "thirteen pages").svg();
    let texts = texts(&svg);
    let times = |text: &str| texts.iter().filter(|found| **found == text).count();
    assert_eq!(times("thirteen pages"), 1);
    assert_eq!(times("frequency f (occurrences)"), 2);
    assert_eq!(times("distinct substrings V(f)"), 1);
    assert_eq!(times("total frequency F(f) = f V(f)"), 1);
    assert_eq!((times("13"), times("26")), (2, 2), "{texts:?}");
    assert!(texts.iter().any(|text| text.starts_with("power law, a = 2.0")), "{texts:?}");
}

#[test]
fn drawing_a_figure_twice_gives_the_same_bytes() {
    let spectrum = template();
    assert_eq!(figure(&spectrum, "a").svg(), figure(&spectrum, "a").svg());
    #[cfg(feature = "png")]
    assert_eq!(figure(&spectrum, "a").picture().png, figure(&spectrum, "a").picture().png);
}

#[cfg(feature = "png")]
#[test]
fn a_picture_is_a_png_of_two_pixels_a_unit() {
    let png = figure(&template(), "a").picture().png;
    assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!((number(16), number(20)), (2400, 2 * (88 + 2 * 640)));
}

#[test]
fn the_size_of_a_figure_does_not_grow_with_its_input() {
    // Like V(f) of a large input: the values are scattered around the line.
    let rough = |n: u32| {
        (1..n)
            .map(|f| (f, 1 + u64::from(f.wrapping_mul(0x9E37_79B1) >> 20) * 1_000_000 / u64::from(f).pow(2)))
    };
    let sizes = [20_000, 200_000].map(|n| figure(&spectrum(rough(n)), "rough").svg().len());
    assert!(sizes.iter().all(|&size| size < 1_000_000), "{sizes:?}");
}

#[test]
fn small_spectra_are_drawn() {
    let few = [
        spectrum([]),
        spectrum([(1, 1)]),
        spectrum([(1, u64::MAX)]),
        spectrum([(u32::MAX, 1)]),
        spectrum([(3, 5), (4, 5)]),
        spectrum([(1, 100), (2, 30), (3, 10)]),
    ];
    for spectrum in few {
        let svg = figure(&spectrum, "few").svg();
        assert!(!svg.contains("NaN") && texts(&svg).contains(&"distinct substrings V(f)"), "{spectrum:?}");
    }
}

#[test]
fn all_series_are_in_the_legend() {
    let curve = |name: &str, slope: f64| {
        Series::curve(name, [1.0, 4.0, 16.0, 64.0, 256.0].map(|x: f64| Point { x, y: slope * x.powf(1.02) }))
    };
    let sorters = [curve("libsais", 0.02), curve("SA-IS", 0.1), curve("the whole run", 0.3)];
    let svg = Figure::new("Time to sort", "random bytes").chart(growth("time (s)", sorters)).svg();
    let texts = texts(&svg);
    for text in ["libsais", "SA-IS", "the whole run", "input (MB)", "time (s)"] {
        assert!(texts.contains(&text), "{text} of {texts:?}");
    }
}

#[test]
fn a_line_is_clipped_at_the_last_point() {
    let points = Series::points("points", [Point { x: 0.0, y: 0.0 }, Point { x: 10.0, y: 10.0 }]);
    let far = Series::line("far", [Point { x: -1e9, y: -1e9 }, Point { x: 1e9, y: 1e9 }]);
    let chart = Chart::new(Axis::linear("x"), Axis::linear("y")).series(points).series(far);
    let svg = Figure::new("", "").chart(chart).svg();
    let last =
        svg.split("<polyline ").filter_map(|line| line.split_once("points=\"")).map(|(_, points)| points);
    for number in last.flat_map(|points| points.split('"').next().unwrap().split([',', ' '])) {
        assert!(number.is_empty() || (0..=1200).contains(&number.parse::<i32>().unwrap()), "{number}");
    }
}

#[test]
fn titles_may_have_any_characters() {
    for title in ["a & b <c> \"d\"", "\u{1}\u{8}\0", "", "\u{FFFF}", &"長い".repeat(300)] {
        let figure = figure(&template(), title);
        assert!(figure.svg().ends_with("</svg>\n"), "{title:?}");
        #[cfg(feature = "png")]
        assert!(!figure.picture().png.is_empty(), "{title:?}");
    }
    let svg = figure(&template(), &format!("{}/end", "long/".repeat(100))).svg();
    assert!(texts(&svg)[0].starts_with('…') && texts(&svg)[0].ends_with("/end"), "{:?}", texts(&svg)[0]);
}

#[cfg(feature = "png")]
#[test]
fn characters_that_no_font_has_are_named() {
    // The last two characters for private use.
    let missing = figure(&template(), "a \u{10FFFD} and \u{10FFFC}").picture().missing;
    assert_eq!(missing, ['\u{10FFFC}', '\u{10FFFD}']);
    assert!(figure(&template(), "Überblick: 10⁶ × f").picture().missing.is_empty());
}

mod program {
    use std::path::Path;
    use std::process::{Command, Output};

    fn katagami(arguments: &[&str]) -> Output {
        let mut program = Command::new(env!("CARGO_BIN_EXE_katagami"));
        program.args(arguments).current_dir(crate::ROOT).output().expect("the program can be run")
    }

    fn spectrum(arguments: &[&str]) -> Output {
        katagami(&[&["spectrum"], arguments].concat())
    }

    /// The commands of `plots/README.md`: each is one that starts with `katagami` and names its figure.
    #[test]
    fn the_figures_in_plots_are_what_the_commands_draw() {
        let plots = Path::new(crate::ROOT).join("plots");
        let readme = std::fs::read_to_string(plots.join("README.md")).unwrap();
        let commands = readme.lines().filter_map(|line| line.trim().strip_prefix("katagami "));
        let mut drawn = Vec::new();
        for command in commands {
            let figure = command
                .split(' ')
                .find(|word| word.starts_with("plots/"))
                .expect("the command names a figure");
            let folder = tempfile::tempdir().unwrap();
            let target = folder.path().join(Path::new(figure).file_name().unwrap());
            let target = target.to_str().unwrap();
            let output = katagami(&command.replace(figure, target).split(' ').collect::<Vec<_>>());
            assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
            let kept = Path::new(crate::ROOT).join(figure);
            if std::env::var_os("KATAGAMI_BLESS").is_some() {
                std::fs::copy(target, &kept).unwrap();
            }
            assert!(
                std::fs::read(target).unwrap() == std::fs::read(&kept).unwrap(),
                "{figure} is not what {command} draws"
            );
            drawn.push(kept);
        }
        let mut kept: Vec<_> = std::fs::read_dir(plots).unwrap().map(|entry| entry.unwrap().path()).collect();
        kept.retain(|path| path.extension().is_some_and(|ending| ending == "svg" || ending == "html"));
        drawn.sort();
        kept.sort();
        assert_eq!(drawn, kept);
        assert_eq!(kept.len(), 4);
    }

    #[test]
    fn other_endings_are_refused_before_any_page_is_read() {
        let output = spectrum(&["--plot", "out.pdf", "data/syllabus/a-13"]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(message.contains("ends in .svg or .png"), "{message}");
        assert!(output.stdout.is_empty());
    }

    #[test]
    fn the_result_is_printed_in_addition_to_the_figure() {
        let folder = tempfile::tempdir().unwrap();
        let plain = spectrum(&["data/syllabus/a-13", "--format", "csv"]);
        for (name, start) in [("out.SVG", &b"<svg"[..]), ("out.PNG", b"\x89PNG")] {
            let target = folder.path().join(name);
            let target = target.to_str().unwrap();
            let drawn =
                spectrum(&["data/syllabus/a-13", "--format", "csv", "--plot", target, "--figure", "total"]);
            if name == "out.PNG" && cfg!(not(feature = "png")) {
                assert_eq!(drawn.status.code(), Some(2));
                let message = String::from_utf8(drawn.stderr).unwrap();
                assert!(message.contains("built without PNG"), "{message}");
                continue;
            }
            assert!(drawn.status.success());
            assert_eq!(drawn.stdout, plain.stdout);
            assert!(std::fs::read(target).unwrap().starts_with(start), "{name}");
        }
    }

    #[test]
    fn a_figure_that_cannot_be_written_is_a_failure_and_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("no/such/folder/out.svg");
        let output = spectrum(&["data/syllabus/a-13", "--plot", target.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
