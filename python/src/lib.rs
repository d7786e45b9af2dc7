//! katagami for Python: the compiled part of the package, on the library's public interface.
//!
//! In: Python objects that hold pages, or say where they are ([`pages`]). The work is done without the interpreter ([`work`]).
//! Out: rows in Arrow's columns ([`table`]), wrappers, or an exception with the words of the program ([`errors`]).

mod article;
mod ask;
mod comparison;
mod each;
mod errors;
mod markup;
mod overview;
mod pages;
mod report;
mod similar;
mod site;
mod table;
mod work;
mod wrapper;

/// The compiled part of the package.
#[pyo3::pymodule]
mod _katagami {
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python calls it so")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    const HOST_PAGES: usize = katagami::similar::HOST_PAGES;
    #[pymodule_export]
    use super::article::extract;
    #[pymodule_export]
    use super::ask::{blog, content, count, explain, forum, records, spectrum, stated, template};
    #[pymodule_export]
    use super::comparison::{Comparison, host};
    #[pymodule_export]
    use super::each::pages;
    #[pymodule_export]
    use super::overview::overview;
    #[pymodule_export]
    use super::report::{Report, report};
    #[pymodule_export]
    use super::similar::similar;
    #[pymodule_export]
    use super::site::site;
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::wrapper::{Check, Wrapper, learn};
}
