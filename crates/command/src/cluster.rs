//! `whowins build` on many processes.

use std::ffi::OsString;
use std::fs;
use std::io::{IsTerminal, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;
use whowins_cluster::{Cluster, ClusterError, Event, Hosts, Place, Report, build, folder_of};
use whowins_engine::{EngineError, Limits};
use whowins_tables::{Build, Finished, TableError};

use crate::failure::Failure;
use crate::law::lines;

/// The processes that build a table together.
#[derive(Args)]
pub struct ClusterArguments {
    /// Build with other processes; HOSTS has one line HOST:PORT per process
    ///
    /// Run the same command on each machine, each with its own --process. docs/cluster.md
    /// describes the file.
    #[arg(
        long,
        value_name = "HOSTS",
        requires = "process",
        help_heading = "Many processes"
    )]
    cluster: Option<PathBuf>,

    /// Line of the host file that is this process, from 0
    #[arg(
        long,
        value_name = "K",
        requires = "cluster",
        help_heading = "Many processes"
    )]
    process: Option<usize>,

    /// Build with N processes on this machine, to try a cluster
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "cluster",
        value_parser = clap::value_parser!(u16).range(1..=64),
        help_heading = "Many processes"
    )]
    local_processes: Option<u16>,

    /// Seconds to wait for the other processes at the start
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 60,
        help_heading = "Many processes",
        hide_short_help = true
    )]
    wait: u32,

    /// Seconds of silence after which a process counts as lost
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 30,
        value_parser = clap::value_parser!(u32).range(1..),
        help_heading = "Many processes",
        hide_short_help = true
    )]
    silence: u32,

    /// Folder for checkpoints on a local disk of this process
    ///
    /// The next process stores a copy. FILE is written on the machine of process 0. [default: a
    /// folder next to FILE that all processes see]
    #[arg(
        long,
        value_name = "FOLDER",
        help_heading = "Many processes",
        hide_short_help = true
    )]
    own_disk: Option<PathBuf>,

    /// Write a folder with one shard per process; `whowins probe` reads it too
    #[arg(long, help_heading = "Many processes", hide_short_help = true)]
    shards: bool,

    /// Print each round, and the work of each process
    #[arg(long, help_heading = "Many processes")]
    verbose: bool,
}

/// The result of a build with several processes.
pub enum Came {
    /// No other process takes part.
    Alone,
    /// The other processes wrote the table.
    Done,
    /// The table, and the report of this process.
    Table(Box<Finished>, Box<Report>),
}

impl ClusterArguments {
    /// Returns true if other processes take part.
    pub fn is_asked(&self) -> bool {
        self.cluster.is_some() || self.local_processes.is_some()
    }

    /// Builds the table together with the other processes.
    pub fn build(
        &self,
        table: &Build<'_>,
        out: &Path,
        json: bool,
        limits: &Limits,
    ) -> Result<Came, Failure> {
        if let Some(count) = self.local_processes {
            return here(count, out, limits);
        }
        let (Some(file), Some(process)) = (&self.cluster, self.process) else {
            return Ok(Came::Alone);
        };
        let hosts = Hosts::read(file)?;
        let tell = teller(process, json, self.verbose);
        let warn = |what: String| {
            let _ = writeln!(std::io::stderr(), "warning: process {process}: {what}");
        };
        let cluster = Cluster {
            build: table,
            place: Place::Hosts {
                hosts: &hosts,
                process,
                wait: Duration::from_secs(self.wait.into()),
                silence: Duration::from_secs(self.silence.into()),
            },
            size: None,
            own: self.own_disk.clone(),
            shards: self.shards,
            tell,
            warn: &warn,
        };
        let (made, report) = build(&cluster, out, limits)?;
        if self.verbose {
            details(process, &report);
        }
        Ok(match made {
            Some(made) => Came::Table(Box::new(made), Box::new(report)),
            None => Came::Done,
        })
    }
}

/// Returns a function that prints the progress of all processes: one object per round with
/// `--json`, else a line now and then on a terminal or with `--verbose`.
fn teller(process: usize, json: bool, verbose: bool) -> Arc<dyn Fn(&Event) + Send + Sync> {
    if process > 0 {
        return Arc::new(|_| {});
    }
    let last = AtomicU64::new(0);
    let shown = verbose || std::io::stderr().is_terminal();
    Arc::new(move |event: &Event| {
        if json {
            let mut out = std::io::stdout().lock();
            let _ = writeln!(out, "{}", json!({ "event": event }));
            let _ = out.flush();
        }
        // Once a second, except for the first and the last event.
        let second = event.seconds as u64 + 1;
        if shown && !json && (verbose || last.swap(second, Relaxed) != second) {
            let _ = writeln!(std::io::stderr(), "{}", line(event));
        }
    })
}

fn line(event: &Event) -> String {
    let level = match event.level {
        0 | 1 => String::new(),
        level => format!(" level {level},"),
    };
    format!(
        "{:.1} s: {},{level} {} of {} decided, {} letters wait, {} sent, {} MiB over the network \
         here, {} MiB in the memory here, epoch {}",
        event.seconds,
        event.phase,
        event.decided,
        event.cells,
        event.waiting,
        event.sent,
        event.bytes_sent >> 20,
        event.memory >> 20,
        event.epoch
    )
}

/// Prints the report of a process on standard error.
fn details(process: usize, report: &Report) {
    if let Some(worker) = report.workers.first() {
        let text = serde_json::to_string(worker).unwrap_or_default();
        let _ = writeln!(std::io::stderr(), "process {process}: {text}");
    }
}

/// Writes a summary of all processes.
pub fn print_report(out: &mut impl Write, report: &Report) -> Result<(), Failure> {
    let first = report.workers.first().cloned().unwrap_or_default();
    if let Some(from) = first.from {
        lines(out, "from", &format!("epoch {from} of an earlier run"))?;
    }
    let text = format!("{} in blocks of {} positions", first.of, first.size);
    lines(out, "processes", &text)?;
    let sent = format!(
        "process 0 received {}, and sent {} bytes",
        report.heard(),
        report.bytes_sent
    );
    lines(out, "messages", &sent)?;
    lines(out, "time", &format!("{:.1} s", report.seconds))?;
    Ok(())
}

/// Starts `count` processes of this command on this machine, and waits for them.
fn here(count: u16, out: &Path, limits: &Limits) -> Result<Came, Failure> {
    let folder = folder_of(out);
    let system = |error: std::io::Error| {
        Failure::System(format!(
            "{}: {error}; name another file with --out",
            folder.display()
        ))
    };
    fs::create_dir_all(&folder).map_err(system)?;
    let hosts = folder.join("hosts");
    let lines = free_ports(count)?;
    fs::write(&hosts, lines).map_err(system)?;
    let program = std::env::current_exe().map_err(system)?;
    let mut line: Vec<OsString> = Vec::new();
    let mut words = std::env::args_os().skip(1);

    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if text == "--local-processes" {
            words.next();
        } else if !text.starts_with("--local-processes=") {
            line.push(word);
        }
    }
    let asked = |name: &str| {
        line.iter()
            .any(|word| word.to_string_lossy().starts_with(name))
    };
    let mut more: Vec<OsString> = Vec::new();
    if !asked("--memory") {
        let each = limits.budget.memory / u64::from(count);
        more.extend(["--memory".into(), each.to_string().into()]);
    }
    if !asked("--threads") {
        let each = (limits.threads / usize::from(count)).max(1);
        more.extend(["--threads".into(), each.to_string().into()]);
    }
    // Ctrl-C in the terminal reaches the processes directly.
    let mut children: Vec<Child> = Vec::new();
    for process in 0..count {
        let child = Command::new(&program)
            .args(&line)
            .args(&more)
            .arg("--cluster")
            .arg(&hosts)
            .args(["--process", &process.to_string()])
            .spawn();
        match child {
            Ok(child) => children.push(child),
            Err(error) => {
                for child in &mut children {
                    let _ = child.kill();
                }
                return Err(system(error));
            }
        }
    }

    let _paused = whowins_guard::pause();
    let killed = await_all(&mut children).map_err(system)?;
    let mut worst = 0;

    for child in &mut children {
        let status = child.wait().map_err(system)?;
        // A killed process has no exit code; the other processes exit with 3.
        worst = worst.max(status.code().unwrap_or(3));
    }
    let _ = fs::remove_file(&hosts);
    let _ = fs::remove_dir(&folder);
    if let Some(first) = killed {
        return Err(Failure::Budget(format!(
            "process {first} was lost, and the others waited for it; run the same command again \
             to resume from the last complete epoch"
        )));
    }
    match worst {
        0 => Ok(Came::Done),
        code => Err(Failure::Ended(u8::try_from(code).unwrap_or(3))),
    }
}

/// The time that the other processes have to end after one has failed. Otherwise a process that
/// hasn't met it yet would wait for all of `--wait`.
const FAREWELL: Duration = Duration::from_secs(10);

/// Waits for all processes. If one fails, the others are killed after [`FAREWELL`], and the number
/// of the first that failed is returned.
fn await_all(children: &mut [Child]) -> std::io::Result<Option<usize>> {
    let mut failed: Option<(usize, Instant)> = None;
    loop {
        let mut running = Vec::new();
        for (number, child) in children.iter_mut().enumerate() {
            match child.try_wait()? {
                None => running.push(child),
                Some(status) if !status.success() && failed.is_none() => {
                    failed = Some((number, Instant::now()));
                }
                Some(_) => {}
            }
        }
        if running.is_empty() {
            return Ok(None);
        }

        if let Some((first, at)) = failed
            && at.elapsed() > FAREWELL
        {
            for child in running {
                let _ = child.kill();
            }
            return Ok(Some(first));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Returns lines with free ports of the loopback address, for a host file. Ports from 32768 on are
/// left to outgoing connections.
fn free_ports(count: u16) -> Result<String, Failure> {
    let mut held = Vec::new();
    let first = 20_000 + (std::process::id() % 10_000) as u16;

    for port in (first..32_000).chain(20_000..first) {
        if held.len() == usize::from(count) {
            break;
        }
        held.extend(TcpListener::bind(("127.0.0.1", port)).map(|socket| (port, socket)));
    }
    if held.len() < usize::from(count) {
        return Err(Failure::System(
            "too few ports from 20000 to 32000 are free; end some programs, or write a host file \
             for --cluster"
                .into(),
        ));
    }
    let lines = held.iter().map(|(port, _)| format!("127.0.0.1:{port}\n"));
    Ok(lines.collect())
}

impl From<ClusterError> for Failure {
    fn from(error: ClusterError) -> Self {
        match error {
            ClusterError::Table(TableError::Engine(error)) if error.is_budget() => {
                let why = match error {
                    EngineError::Stopped => "stopped".to_string(),
                    other => other.to_string(),
                };
                Self::Budget(format!(
                    "{why}; the checkpoints are stored; run the same command again to resume"
                ))
            }
            ClusterError::Table(error) => error.into(),
            ClusterError::Input(message) => Self::Input(message),
            other => Self::Budget(other.to_string()),
        }
    }
}
