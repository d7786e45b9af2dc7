//! The features of a page by which its kind is chosen.
//!
//! In: a page's own texts, what it states, its address and links. Out: [`KindEvidence`]. Shares are of the page's own characters unless
//! they say otherwise.
//!
//! Cost: linear in the elements and texts.

use super::address::Address;
use super::siblings::SiblingSets;
use super::stated::{Stated, Statement};
use super::texts::OwnPage;
use crate::features::{features, flag, share};
use crate::page::ElementId;
use crate::page::statement::Subject;
use crate::spectrum::size;
use hashbrown::{HashMap, HashSet};

features! {
    /// The features by which the kind of a page is chosen.
    pub struct KindEvidence {
        /// ln (1 + characters).
        characters,
        /// ln (1 + texts).
        texts,
        /// Share in links.
        linked,
        /// Share in long unlinked texts.
        long,
        /// ln (1 + characters of the longest unlinked text).
        longest,
        /// Largest share of long unlinked texts whose blocks have one parent.
        body,
        /// ln (1 + these texts).
        body_texts,
        /// Largest share of long unlinked texts, by the parents of the parents of their blocks.
        wide_body,
        /// Share in `p`.
        paragraphs,
        /// Share in list items.
        items,
        /// Share in cells of tables.
        cells,
        /// Share in `dd`.
        definitions,
        /// Share in `pre` and `code`.
        code,
        /// Share of the texts that follow a text of four pages or more.
        labelled,
        /// Share of the texts that follow a text of another page that is once on this one.
        after_shared,
        /// ln (1 + these texts).
        shared_labels,
        /// Share of the texts with a colon, or another sign that ends labels, among their first characters.
        colons,
        /// Share of the texts with a digit.
        numbers,
        /// ln (1 + dates).
        dates,
        /// ln of the number of dates at one element path, of the path with most.
        dated_repeats,
        /// ln (1 + characters for each of these dates, from the first of them on).
        dated_gap,
        /// Share from the first of these dates on.
        dated_span,
        /// Share of the characters from there on that are in links.
        dated_links,
        /// Share of the gaps between these dates with a long unlinked text.
        dated_long,
        /// Share of these gaps with a heading.
        dated_headed,
        /// Share of the dates with a time of day.
        dated_timed,
        /// Share of the dates that are later than the one before, minus the share of those that are earlier.
        dated_rising,
        /// Largest share of the dates that have the same short text beside them as another date, if not all have it.
        dated_names,
        /// ln (1 + headings).
        headings,
        /// ln (1 + headings with a link).
        linked_headings,
        /// Share of the headings that have a link.
        headings_linked,
        /// 1 if the page has one `h1`.
        one_title,
        /// 1 if a heading without link is in the `title`.
        titled,
        /// 1 if an `h1` without link is in the `title`.
        title_first,
        /// ln (1 + elements `article`).
        articles,
        /// 1 if there is one element `article`.
        one_article,
        /// ln (1 + elements `time`).
        times,
        /// ln (1 + images).
        images,
        /// 1 if there is a password field.
        password,
        /// 1 if an element is marked as the author.
        author,
        /// Share in the siblings of several texts each.
        repeated,
        /// ln of their number.
        repeats,
        /// ln (1 + mean characters).
        repeat_characters,
        /// Share of them with a link.
        repeat_linked,
        /// Share of them with a linked heading.
        repeat_titled,
        /// Share of them with a heading, but none with a link.
        repeat_headed,
        /// Share of them with a date.
        repeat_dated,
        /// Share of them with a long unlinked text.
        repeat_long,
        /// Share of their text in links.
        repeat_links,
        /// Share of them with a link to another page of the input.
        repeat_leading,
        /// Share of them that begin with a link.
        repeat_link_first,
        /// Share of them with a link whose text others of them have, too.
        repeat_same_link,
        /// Share of long text outside them.
        told_outside,
        /// Share before them.
        repeat_from,
        /// Share in the siblings of one linked text each.
        link_list,
        /// ln of their number.
        link_list_repeats,
        /// Share in the siblings of one unlinked text each.
        text_list,
        /// ln of their number.
        text_list_repeats,
        /// 1 if the page states that it is an article.
        states_article,
        /// 1 if it states that it is a product, an event, a person or another thing.
        states_thing,
        /// 1 if it states that it is a list or a collection.
        states_list,
        /// 1 if it states a discussion or questions and answers.
        states_thread,
        /// 1 if its `og:type` is that of a site.
        states_website,
        /// 1 if it states when it was published.
        states_date,
        /// 1 if it states a next or previous page.
        paged,
        /// ln (1 + pages of the input whose addresses continue its own).
        below,
        /// 1 if its address is that of another page with one or two parts more, the last of them short and with a digit.
        continued,
        /// Number of parts of the address.
        depth,
        /// Share of the pages whose addresses are the same but for the last part.
        beside,
        /// Share of the characters of the last part that are digits.
        digits,
        /// ln (1 + words of the last part).
        slug,
        /// 1 if the last part is a query.
        query,
        /// 1 if it has the texts of several other pages.
        compiled,
        /// ln (1 + own links that lead to other pages of the input).
        leading,
        /// Share of the own links that do.
        leads,
        /// ln (1 + other pages with an own link to it).
        led_to,
        /// 1 if there are several pages.
        several,
        /// Mean of `characters` over the pages of the template.
        mean_characters,
        /// Mean of `long`.
        mean_long,
        /// Mean of `repeated`.
        mean_repeated,
        /// Mean of `linked`.
        mean_linked,
        /// Mean of `repeat_dated`.
        mean_repeat_dated,
        /// Mean of `labelled`.
        mean_labelled,
        /// Mean of `leads`.
        mean_leads,
        /// Mean of `repeat_long`.
        mean_repeat_long,
    }
}

/// A text with one of the signs that end labels among this many characters has a label.
const LABEL: usize = 30;
/// Colons, signs between columns, and the ends of brackets.
const LABEL_ENDS: [char; 6] = [':', '：', '=', '|', ']', '】'];

/// The features of a page that do not follow from what others have. `links`: those to other pages; `several`: whether there are
/// others.
pub(super) fn evidence(
    page: &OwnPage,
    address: &Address,
    links: &HashSet<ElementId>,
    several: bool,
) -> KindEvidence {
    let tree = page.tree;
    let all = page.characters(&page.all());
    let texts = page.texts();
    let share_in = |is: fn(&str) -> bool| {
        let inside = tree.within(|id| is(&tree.element(id).name));
        share(page.sum(page.all(), |leaf| inside[tree.leaves()[leaf].parent.index()]), all)
    };
    let count = |name: &str| tree.elements().iter().filter(|element| element.name == name).count();
    let among_own = |is: &dyn Fn(usize) -> bool| {
        share(size(page.all().filter(|&leaf| page.is_own(leaf) && is(leaf)).count()), texts)
    };
    let (linked_headings, headings): (Vec<ElementId>, Vec<ElementId>) =
        page.headings().partition(|&id| page.has_link(id));
    let stated = Stated::of(tree);
    let is_title = |id: &&ElementId| {
        let text: Vec<String> = page.of(**id).map(|leaf| page.text(leaf).to_lowercase()).collect();
        stated.title.contains(&text.join(" "))
    };
    let is_first = |id: &&ElementId| tree.element(**id).name == "h1";
    let all_headings = size(linked_headings.len() + headings.len());
    let own_links = tree.ids().filter(|&id| tree.is_link(id) && page.characters(&page.of(id)) > 0.0).count();
    let leading = size(links.len());
    let long = page.sum(page.all(), |leaf| page.is_long(leaf));
    let unlinked = |leaf: usize| if page.is_linked(leaf) { 0.0 } else { page.characters(&(leaf..leaf + 1)) };
    let (body, body_texts) = largest_body(page, 1);
    let SiblingSets { composite, links: link_lists, texts: simple } = SiblingSets::of(page, links);
    let of_members = |of: usize| share(size(of), size(composite.members));
    let mut evidence = KindEvidence {
        characters: all.ln_1p(),
        texts: texts.ln_1p(),
        linked: share(page.sum(page.all(), |leaf| page.is_linked(leaf)), all),
        long: share(long, all),
        longest: page.all().map(unlinked).fold(0.0, f64::max).ln_1p(),
        body: share(body, all),
        body_texts: size(body_texts).ln_1p(),
        wide_body: share(largest_body(page, 2).0, all),
        paragraphs: share_in(|name| name == "p"),
        items: share_in(|name| name == "li"),
        cells: share_in(|name| matches!(name, "td" | "th")),
        definitions: share_in(|name| name == "dd"),
        code: share_in(|name| matches!(name, "pre" | "code")),
        labelled: among_own(&|leaf| leaf > 0 && page.is_common(leaf - 1)),
        colons: among_own(&|leaf| page.text(leaf).chars().take(LABEL).any(|char| LABEL_ENDS.contains(&char))),
        numbers: among_own(&|leaf| page.text(leaf).bytes().any(|byte| byte.is_ascii_digit())),
        headings: all_headings.ln_1p(),
        linked_headings: size(linked_headings.len()).ln_1p(),
        headings_linked: share(size(linked_headings.len()), all_headings),
        one_title: flag(count("h1") == 1),
        titled: flag(headings.iter().any(|id| is_title(&id))),
        title_first: flag(headings.iter().filter(is_first).any(|id| is_title(&id))),
        articles: size(count("article")).ln_1p(),
        one_article: flag(count("article") == 1),
        times: size(count("time")).ln_1p(),
        images: size(count("img")).ln_1p(),
        password: flag(stated.is(Statement::Password)),
        author: flag(stated.is(Statement::Author)),
        repeated: share(composite.characters, all),
        repeats: size(composite.members.max(1)).ln(),
        repeat_characters: share(composite.characters, size(composite.members)).ln_1p(),
        repeat_linked: of_members(composite.linked),
        repeat_titled: of_members(composite.titled),
        repeat_headed: of_members(composite.headed),
        repeat_dated: of_members(composite.dated),
        repeat_long: of_members(composite.long),
        repeat_links: share(composite.linked_characters, composite.characters),
        repeat_leading: of_members(composite.leading),
        repeat_link_first: of_members(composite.link_first),
        repeat_same_link: of_members(composite.same_link),
        told_outside: share(long - composite.long_characters, all),
        repeat_from: share(composite.before, all),
        link_list: share(link_lists.characters, all),
        link_list_repeats: size(link_lists.members.max(1)).ln(),
        text_list: share(simple.characters, all),
        text_list_repeats: size(simple.members.max(1)).ln(),
        states_article: flag(stated.is(Statement::About(Subject::Article))),
        states_thing: flag(stated.is(Statement::About(Subject::Thing))),
        states_list: flag(stated.is(Statement::About(Subject::List))),
        states_thread: flag(stated.is(Statement::About(Subject::Thread))),
        states_website: flag(stated.is(Statement::Website)),
        states_date: flag(stated.is(Statement::Published)),
        paged: flag(stated.is(Statement::Paged)),
        below: size(address.below).ln_1p(),
        continued: flag(address.continues),
        depth: size(address.depth),
        beside: address.beside,
        digits: address.digits,
        slug: size(address.words).ln_1p(),
        query: flag(address.is_query),
        leading: leading.ln_1p(),
        leads: share(leading, size(own_links.max(links.len()))),
        several: flag(several),
        ..KindEvidence::default()
    };
    add_shared_labels(page, &mut evidence);
    evidence
}

/// Adds the features of the texts behind those that another page has and that are once on this one.
fn add_shared_labels(page: &OwnPage, evidence: &mut KindEvidence) {
    let mut times: HashMap<&str, usize> = HashMap::new();
    for leaf in page.all() {
        *times.entry(page.text(leaf)).or_default() += 1;
    }
    let is_label = |leaf: usize| !page.is_own(leaf) && times[page.text(leaf)] == 1;
    let is_behind_label = |leaf: &usize| *leaf > 0 && is_label(leaf - 1);
    let behind = size(page.all().filter(|&leaf| page.is_own(leaf)).filter(is_behind_label).count());
    evidence.after_shared = share(behind, page.texts());
    evidence.shared_labels = behind.ln_1p();
}

/// The most own characters of long texts whose blocks have the same element this many levels above, and the number of these texts.
fn largest_body(page: &OwnPage, levels: usize) -> (f64, usize) {
    let mut of: HashMap<ElementId, (f64, usize)> = HashMap::new();
    for leaf in page.all().filter(|&leaf| page.is_long(leaf)) {
        let above = |id: ElementId| page.tree.element(id).parent.unwrap_or(id);
        let (characters, texts) =
            of.entry((0..levels).fold(page.block(leaf), |id, _| above(id))).or_default();
        *characters += page.characters(&(leaf..leaf + 1));
        *texts += 1;
    }
    let more = |one: &(f64, usize), other: &(f64, usize)| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1));
    of.into_values().max_by(more).unwrap_or_default()
}

/// A feature, and its mean over the pages of a template.
type Mean = (fn(&KindEvidence) -> f64, fn(&mut KindEvidence) -> &mut f64);

const MEANS: [Mean; 8] = [
    (|page| page.characters, |page| &mut page.mean_characters),
    (|page| page.long, |page| &mut page.mean_long),
    (|page| page.repeated, |page| &mut page.mean_repeated),
    (|page| page.linked, |page| &mut page.mean_linked),
    (|page| page.repeat_dated, |page| &mut page.mean_repeat_dated),
    (|page| page.labelled, |page| &mut page.mean_labelled),
    (|page| page.leads, |page| &mut page.mean_leads),
    (|page| page.repeat_long, |page| &mut page.mean_repeat_long),
];

/// Adds the means over the pages of each template.
pub(super) fn add_means(pages: &mut [&mut KindEvidence], templates: &[Vec<usize>]) {
    for members in templates {
        for (of, mean_of) in MEANS {
            let mean = share(members.iter().map(|&page| of(pages[page])).sum(), size(members.len()));
            for &page in members {
                *mean_of(pages[page]) = mean;
            }
        }
    }
}
