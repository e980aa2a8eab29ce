//! How a call enters the core, and how what goes wrong there comes back.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pagemold::Error;
use pyo3::prelude::*;

/// Runs `work` without the interpreter lock. A panic becomes `pagemold.errors.InternalError`.
pub fn enter<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work))).map_err(|panic| {
        let what = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        raise(py, "InternalError", "internal", what.unwrap_or("the native core stumbled"))
    })
}

/// An error of the core as the Python exception that fits it.
pub fn to_python(py: Python<'_>, error: &Error) -> PyErr {
    let class = match error {
        Error::Read { .. } | Error::Format { .. } => "SourceError",
        Error::Argument(_) => "UsageError",
        Error::Collection { .. } => "CollectionError",
        Error::Write { .. } => "OutputError",
    };
    raise(py, class, error.code(), &error.to_string())
}

fn raise(py: Python<'_>, class: &str, code: &str, message: &str) -> PyErr {
    let made = py.import("pagemold.errors").and_then(|errors| errors.getattr(class)?.call1((code, message)));
    made.map_or_else(|failed| failed, PyErr::from_value)
}
