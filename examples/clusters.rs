//! Which pages are of one template: a line of JSON a page, with its `path` and the number of its `cluster`.
//!
//! ```text
//! cargo run --release --example clusters -- FOLDER...
//! ```
//!
//! All pages are one input. `eval/quality` compares the clusters with the sites that the pages are of.

use katagami::document::{Document, Input, Reader};
use katagami::site::clusters;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let inputs: Vec<Input> = std::env::args().skip(1).map(|folder| Input::from(folder.as_str())).collect();
    let pages: Vec<Document> = Reader::new().read(&inputs).collect::<Result<_, _>>()?;
    for (page, cluster) in pages.iter().zip(clusters(&pages)) {
        println!("{}", serde_json::json!({ "path": page.name(), "cluster": cluster }));
    }
    Ok(())
}
