//! The tests that need more than one stage: laws, real input, the program as a user runs it.

mod token;
