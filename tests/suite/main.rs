//! Facts about the library as a user meets it.

mod token;
