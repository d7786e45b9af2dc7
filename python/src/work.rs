//! Work without the interpreter: on threads of its own, while the calling thread waits and obeys Ctrl-C.
//!
//! Nothing runs on rayon's global threads, for a process that was forked has none of them: each process makes its own.

use crate::errors::{PageWarning, exception, setting};
use crate::pages::Pages;
use katagami::document::Corpus;
use katagami::error::{Error, ErrorKind, Result};
use katagami::similar::budget::{bytes, count};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::ThreadPool;
use std::ffi::CString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How often the calling thread looks for signals: sooner than a person notices.
const TICK: Duration = Duration::from_millis(50);

/// Threads beyond this only cost time to start, as in the program.
const MAX_THREADS: usize = 512;

/// The call that work is done for: whether it is to end, and what is warned of when it returns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Call {
    is_over: Arc<AtomicBool>,
    warnings: Arc<Mutex<Vec<String>>>,
}

impl Call {
    /// Ends the work if nobody waits for it any more.
    pub(crate) fn check(&self) -> Result<()> {
        if self.is_over.load(Ordering::Relaxed) {
            return Err(Error::new(ErrorKind::Stopped("stopped".to_owned())));
        }
        Ok(())
    }

    /// Warns of these things when the call returns; of none if it fails.
    pub(crate) fn warn(&self, what: impl IntoIterator<Item = String>) {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).extend(what);
    }
}

/// Threads, and the process that they belong to.
struct Threads {
    process: u32,
    count: usize,
    pool: Arc<ThreadPool>,
}

static THREADS: Mutex<Option<Threads>> = Mutex::new(None);

/// How pages are read, and by how many threads: the keywords that all calls have.
#[derive(Clone, Default)]
pub(crate) struct How {
    pub(crate) encoding: Option<String>,
    /// When pages were fetched of which that is not known.
    pub(crate) retrieved: Option<String>,
    /// The key of the page in objects of JSON.
    pub(crate) html_key: Option<String>,
    /// Where the links of pages without an address start.
    pub(crate) base_url: Option<String>,
    pub(crate) strict: bool,
    pub(crate) threads: Option<usize>,
    /// The largest page that is read.
    pub(crate) max_page: Option<Size>,
    /// The most tags of a page that is read.
    pub(crate) max_nodes: Option<Count>,
}

impl How {
    /// What the keywords of a call say. They are read here and not by each call, whose `text_signature` names them for readers.
    pub(crate) fn of(py: Python<'_>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut how = How::default();
        for (name, said) in given.into_iter().flatten() {
            let name: String = name.extract()?;
            let read = match &*name {
                "encoding" => said.extract().map(|said| how.encoding = said),
                "retrieved" => said.extract().map(|said| how.retrieved = said),
                "html_key" => said.extract().map(|said| how.html_key = said),
                "base_url" => said.extract().map(|said| how.base_url = said),
                "strict" => said.extract().map(|said| how.strict = said),
                "threads" => said.extract().map(|said| how.threads = said),
                "max_page" => said.extract().map(|said| how.max_page = said),
                "max_nodes" => said.extract().map(|said| how.max_nodes = said),
                _ => {
                    return Err(PyTypeError::new_err(format!("got an unexpected keyword argument '{name}'")));
                }
            };
            // As the interpreter names an argument of another type.
            let is_of_type = |error: &PyErr| error.is_instance_of::<PyTypeError>(py);
            let named =
                |error: &PyErr| PyTypeError::new_err(format!("argument '{name}': {}", error.value(py)));
            read.map_err(|error: PyErr| if is_of_type(&error) { named(&error) } else { error })?;
        }
        Ok(how)
    }
}

/// A number of bytes, or a text such as "8M".
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size(pub(crate) u64);

/// A number of things, or a text such as "20M".
#[derive(Clone, Copy, Debug)]
pub(crate) struct Count(pub(crate) usize);

impl<'a, 'py> FromPyObject<'a, 'py> for Size {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let size = |text: &str| bytes(text).filter(|&size| size > 0);
        amount(&object, size, "max_page", "a size such as 8_000_000 or \"8M\"").map(Size)
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Count {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        amount(&object, count, "max_nodes", "a number such as 20_000_000 or \"20M\"").map(Count)
    }
}

/// What a number says, or a text as on a command line.
fn amount<N>(
    object: &Bound<'_, PyAny>,
    read: impl Fn(&str) -> Option<N>,
    option: &str,
    example: &str,
) -> PyResult<N> {
    let said = match object.extract::<u64>() {
        Ok(number) => Some(number.to_string()),
        Err(_) => object.extract::<String>().ok(),
    };
    let wrong = || setting(object.py(), format!("{option}={object:?}: give {example}"));
    said.and_then(|said| read(&said)).ok_or_else(wrong)
}

/// Reads pages and answers a question about them; pages that cannot be read are warned of.
pub(crate) fn ask<T: Send + 'static>(
    pages: &Bound<'_, PyAny>,
    how: Option<&Bound<'_, PyDict>>,
    answer: impl FnOnce(&Corpus, &Call) -> Result<T> + Send + 'static,
) -> PyResult<T> {
    let py = pages.py();
    let how = How::of(py, how)?;
    let threads = how.threads;
    let pages = Pages::new(pages, how)?;
    run(py, threads, move |call| answer(&pages.read(call)?, call))
}

/// Warns of a page.
pub(crate) fn warn(py: Python<'_>, what: &str) -> PyResult<()> {
    let what = CString::new(what.replace('\0', " ")).expect("there is no zero byte left");
    PyErr::warn(py, py.get_type::<PageWarning>().as_any(), &what, 1)
}

/// Works without the interpreter until it is done, or until a signal handler raises: then the work ends at its next
/// page, and its answer is lost.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    threads: Option<usize>,
    work: impl FnOnce(&Call) -> Result<T> + Send + 'static,
) -> PyResult<T> {
    let pool = pool(py, threads)?;
    let call = Call::default();
    let (done, answer) = mpsc::channel();
    let of_work = call.clone();
    pool.spawn(move || {
        // Nobody listens if the wait was ended by a signal.
        let _ = done.send(catch_unwind(AssertUnwindSafe(|| work(&of_work))));
    });
    let answer = Mutex::new(answer);
    loop {
        let waited = py.detach(|| answer.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(TICK));
        match waited {
            Ok(Ok(answer)) => {
                let answer = answer.map_err(|error| exception(py, &error))?;
                let warnings =
                    std::mem::take(&mut *call.warnings.lock().unwrap_or_else(PoisonError::into_inner));
                warnings.iter().try_for_each(|what| warn(py, what))?;
                return Ok(answer);
            }
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("katagami has failed; what it printed says where"));
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(raised) = py.check_signals() {
                    call.is_over.store(true, Ordering::Relaxed);
                    // The next call does not wait for this one.
                    *THREADS.lock().unwrap_or_else(PoisonError::into_inner) = None;
                    return Err(raised);
                }
            }
        }
    }
}

/// As many threads as are asked for, else one for each processor.
fn pool(py: Python<'_>, threads: Option<usize>) -> PyResult<Arc<ThreadPool>> {
    let count = match threads {
        Some(threads) if !(1..=MAX_THREADS).contains(&threads) => {
            let why = format!(
                "threads={threads}: give 1 to {MAX_THREADS}; more threads than processors make nothing faster"
            );
            return Err(setting(py, why));
        }
        // 0 is rayon's word for one a processor.
        _ => threads.unwrap_or(0),
    };
    let process = std::process::id();
    let mut kept = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(threads) = &*kept
        && (threads.process, threads.count) == (process, count)
    {
        return Ok(Arc::clone(&threads.pool));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
    let pool = Arc::new(pool.map_err(|error| {
        exception(py, &Error::new(ErrorKind::Setting("cannot start the threads".to_owned())).because(error))
    })?);
    let before = kept.replace(Threads { process, count, pool: Arc::clone(&pool) });
    // Threads of the process that this one was forked from cannot be told to end.
    std::mem::forget(before.filter(|before| before.process != process));
    Ok(pool)
}

/// Writes a file of the user's choice.
pub(crate) fn write_file(py: Python<'_>, path: &Path, text: &str) -> PyResult<()> {
    let failed = |error| Error::new(ErrorKind::Write).at(path.display().to_string()).because(error);
    std::fs::write(path, text).map_err(|error| exception(py, &failed(error)))
}
