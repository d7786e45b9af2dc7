//! The program as a user runs it: its output and its exit status.

mod address;
mod content;
mod edit;
mod failures;
mod filter;
mod find;
mod foreign;
mod formats;
mod hostile;
mod odd;
mod output;
mod page_values;
mod published;
mod record_values;
mod report;
mod run;
mod selection;
mod similar;
mod site;
mod stated;
mod tables;
mod truth;
mod verbs;
mod wrapper;
