//! The native part of the Python package `whowins`. The public part is in `python/whowins/`.
//!
//! Arguments and results are texts, numbers and bytes. Answers are the objects that the command
//! prints with `--json` (`docs/json.md`). Tables are bytes that NumPy can view without a copy. Work
//! runs on a separate thread without the interpreter's lock, and a signal (Ctrl-C) stops it.

mod asking;
mod fault;
mod game;
mod order;
mod played;
mod run;
mod table;
mod value;

use pyo3::prelude::*;
use pyo3::types::PyModule;

#[pymodule]
#[pyo3(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    fault::add(module)?;
    module.add_class::<game::Game>()?;
    module.add_function(wrap_pyfunction!(game::shipped, module)?)?;
    module.add_function(wrap_pyfunction!(game::shipped_text, module)?)?;
    module.add_class::<played::Played>()?;
    module.add_class::<table::Table>()?;
    module.add_function(wrap_pyfunction!(played::observed, module)?)?;
    module.add_function(wrap_pyfunction!(table::build_table, module)?)?;
    module.add_function(wrap_pyfunction!(order::positions, module)?)?;
    module.add_function(wrap_pyfunction!(run::show, module)?)?;
    module.add_function(wrap_pyfunction!(value::value, module)?)?;
    module.add_function(wrap_pyfunction!(value::thermograph, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    Ok(())
}
