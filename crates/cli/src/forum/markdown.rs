//! Writes threads as Markdown, each below its metadata: one after another, or a file for each.

use crate::folder::write_pages;
use crate::output::ThreadArgs;
use crate::writer::unwritten;
use katagami::content::markup::front_matter;
use katagami::document::Document;
use katagami::error::Result;
use katagami::forum::MarkdownThread;
use std::io::Write;

pub(super) fn write(threads: &[MarkdownThread<'_>], output: &ThreadArgs, out: &mut dyn Write) -> Result<()> {
    let documents: Vec<&Document> = threads.iter().map(|thread| thread.document).collect();
    let written: Vec<String> = threads
        .iter()
        .map(|thread| format!("{}{}", front_matter(thread.document, &thread.metadata), thread.markdown))
        .collect();
    if let Some(folder) = output.folder() {
        output.note_files(threads.len());
        return write_pages(folder, "md", &documents, |number, out| {
            out.write_all(written[number].as_bytes()).map_err(unwritten)
        });
    }
    output.write(out, |out| out.write_all(written.join("\n").as_bytes()).map_err(unwritten))
}
