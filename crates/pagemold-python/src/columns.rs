//! Columns as Python sees them: a type and little-endian buffers, which `pagemold.arrow` wraps without copying.

use pagemold::columns::{Column, Columns};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

pub type Buffers<'py> = (String, Bound<'py, PyBytes>, Option<Bound<'py, PyBytes>>, Option<Bound<'py, PyBytes>>);

pub fn to_python<'py>(py: Python<'py>, columns: Columns) -> PyResult<Bound<'py, PyDict>> {
    let result = PyDict::new(py);
    for (name, column) in columns {
        result.set_item(name, buffers(py, column)?)?;
    }
    Ok(result)
}

/// One column.
pub fn buffers(py: Python<'_>, column: Column) -> PyResult<Buffers<'_>> {
    let named = |name: &str| name.to_owned();
    Ok(match column {
        Column::U16(values) => (named("u16"), little_endian(py, &values, u16::to_le_bytes)?, None, None),
        Column::U32(values) => (named("u32"), little_endian(py, &values, u32::to_le_bytes)?, None, None),
        Column::U64(values) => (named("u64"), little_endian(py, &values, u64::to_le_bytes)?, None, None),
        Column::Text(rows) => (named("utf8"), PyBytes::new(py, &rows.data), Some(offsets(py, &rows.offsets)?), None),
        Column::Binary(rows) => {
            (named("binary"), PyBytes::new(py, &rows.data), Some(offsets(py, &rows.offsets)?), None)
        }
        Column::ListU32(rows) => (
            named("list<u32>"),
            little_endian(py, &rows.items, u32::to_le_bytes)?,
            Some(offsets(py, &rows.offsets)?),
            None,
        ),
        Column::ListU64(rows) => (
            named("list<u64>"),
            little_endian(py, &rows.items, u64::to_le_bytes)?,
            Some(offsets(py, &rows.offsets)?),
            None,
        ),
        Column::ListText(rows) => (
            named("list<utf8>"),
            PyBytes::new(py, &rows.items.data),
            Some(offsets(py, &rows.offsets)?),
            Some(offsets(py, &rows.items.offsets)?),
        ),
        Column::ListWord(words) => (
            named("list<word>"),
            little_endian(py, &words.rows.items, u32::to_le_bytes)?,
            Some(offsets(py, &words.rows.offsets)?),
            Some(PyBytes::new(py, words.words.join("\n").as_bytes())),
        ),
        Column::FixedU32 { width, values } => {
            (format!("fixed<u32>[{width}]"), little_endian(py, &values, u32::to_le_bytes)?, None, None)
        }
    })
}

fn offsets<'py>(py: Python<'py>, values: &[i64]) -> PyResult<Bound<'py, PyBytes>> {
    little_endian(py, values, i64::to_le_bytes)
}

pub fn little_endian<'py, T: Copy, const N: usize>(
    py: Python<'py>,
    values: &[T],
    bytes: fn(T) -> [u8; N],
) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, values.len() * N, |buffer| {
        for (place, &value) in buffer.chunks_exact_mut(N).zip(values) {
            place.copy_from_slice(&bytes(value));
        }
        Ok(())
    })
}
