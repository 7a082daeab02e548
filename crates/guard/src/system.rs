//! What is asked of the operating system.

#[cfg(unix)]
mod unix {
    /// Ends the process at once: no destructors, no buffers, no other thread has a say.
    pub fn exit(code: u8) -> ! {
        // SAFETY: `_exit` takes any number and does not come back; nothing is read or written by
        // it.
        unsafe { libc::_exit(i32::from(code)) }
    }

    /// Writes to standard error without a lock, a buffer or an allocation; what cannot be written
    /// is lost.
    pub fn say(mut text: &[u8]) {
        while !text.is_empty() {
            // SAFETY: the pointer and the length are those of a slice that lives until the call
            // returns.
            let written = unsafe { libc::write(2, text.as_ptr().cast(), text.len()) };
            match usize::try_from(written) {
                Ok(written) if written > 0 => text = &text[written.min(text.len())..],
                _ => return,
            }
        }
    }

    /// Whether standard error is a terminal.
    pub fn is_terminal() -> bool {
        std::io::IsTerminal::is_terminal(&std::io::stderr())
    }

    #[cfg(target_os = "linux")]
    fn page() -> u64 {
        // SAFETY: `sysconf` only looks a constant up.
        u64::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096)
    }

    /// Asks the system to have a block in large pages; where it has none, nothing is lost. What the
    /// block holds stays.
    ///
    /// # Safety
    /// So many bytes from there on are the caller's.
    #[cfg(target_os = "linux")]
    pub unsafe fn advise_large(block: *mut u8, bytes: usize) {
        let page = usize::try_from(page()).unwrap_or(4096);
        let skipped = block.align_offset(page);
        let whole = bytes.saturating_sub(skipped) / page * page;
        if whole > 0 {
            // SAFETY: whole pages of the caller's block; the advice changes nothing that they hold.
            unsafe { libc::madvise(block.add(skipped).cast(), whole, libc::MADV_HUGEPAGE) };
        }
    }

    /// The system is not asked.
    ///
    /// # Safety
    /// None is needed.
    #[cfg(not(target_os = "linux"))]
    pub unsafe fn advise_large(_: *mut u8, _: usize) {}

    /// Returns `true` if the metadata are those of a named pipe.
    pub fn is_named_pipe(metadata: &std::fs::Metadata) -> bool {
        std::os::unix::fs::FileTypeExt::is_fifo(&metadata.file_type())
    }

    /// Opens a named pipe for writing; `None` if no program has it open for reading.
    pub fn open_pipe_with_reader(path: &std::path::Path) -> std::io::Result<Option<std::fs::File>> {
        use std::os::fd::AsRawFd;
        use std::os::unix::fs::OpenOptionsExt;
        let opened = std::fs::OpenOptions::new()
            .write(true)
            .custom_flags(libc::O_NONBLOCK)
            .open(path);
        let file = match opened {
            Ok(file) => file,
            Err(error) if error.raw_os_error() == Some(libc::ENXIO) => return Ok(None),
            Err(error) => return Err(error),
        };
        // Without this a full pipe would fail a write instead of blocking it. SAFETY: the
        // descriptor is that of the open file; `F_SETFL` takes a number and touches no memory.
        match unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETFL, 0) } {
            -1 => Err(std::io::Error::last_os_error()),
            _ => Ok(Some(file)),
        }
    }

    /// Returns the bytes of the process in memory, without pages of files: how much of the program
    /// itself is loaded is up to the system. `None` if the system doesn't report it. Allocates
    /// nothing.
    pub fn resident() -> Option<u64> {
        Some(memory_size(1)?.saturating_sub(memory_size(2)?))
    }

    /// Returns the limit on the address space (`ulimit -v`) and how much of it is in use, in bytes;
    /// `None` without a limit.
    #[cfg(target_os = "linux")]
    pub fn address_space() -> Option<(u64, u64)> {
        let mut limit = libc::rlimit {
            rlim_cur: 0,
            rlim_max: 0,
        };
        // SAFETY: the pointer is to a `rlimit` of this function, which the call fills.
        let got = unsafe { libc::getrlimit(libc::RLIMIT_AS, &raw mut limit) };
        if got != 0 || limit.rlim_cur == libc::RLIM_INFINITY {
            return None;
        }
        Some((limit.rlim_cur, memory_size(0)?))
    }

    /// Returns `None`: the system is not asked.
    #[cfg(not(target_os = "linux"))]
    pub fn address_space() -> Option<(u64, u64)> {
        None
    }

    /// Returns the size in bytes in this column of `/proc/self/statm`. Allocates nothing.
    #[cfg(target_os = "linux")]
    fn memory_size(column: usize) -> Option<u64> {
        use std::io::Read;
        let mut text = [0; 128];
        let read = std::fs::File::open("/proc/self/statm")
            .and_then(|mut file| file.read(&mut text))
            .ok()?;
        let text = std::str::from_utf8(&text[..read]).ok()?;
        let pages: u64 = text.split(' ').nth(column)?.parse().ok()?;
        Some(pages * page())
    }

    /// Returns `None`: the system is not asked.
    #[cfg(not(target_os = "linux"))]
    fn memory_size(_: usize) -> Option<u64> {
        None
    }
}

#[cfg(unix)]
pub use unix::{
    address_space, advise_large, exit, is_named_pipe, is_terminal, open_pipe_with_reader, resident,
    say,
};

#[cfg(not(unix))]
mod other {
    /// Ends the process.
    pub fn exit(code: u8) -> ! {
        std::process::exit(i32::from(code))
    }

    /// Writes to standard error; what cannot be written is lost.
    pub fn say(text: &[u8]) {
        let _ = std::io::Write::write_all(&mut std::io::stderr(), text);
    }

    /// The system is not asked.
    ///
    /// # Safety
    /// None is needed.
    pub unsafe fn advise_large(_: *mut u8, _: usize) {}

    /// Whether standard error is a terminal.
    pub fn is_terminal() -> bool {
        std::io::IsTerminal::is_terminal(&std::io::stderr())
    }

    /// Returns `None`: the system is not asked.
    pub fn address_space() -> Option<(u64, u64)> {
        None
    }

    /// Returns `false`: no path names a pipe here.
    pub fn is_named_pipe(_: &std::fs::Metadata) -> bool {
        false
    }

    /// Opens the file for writing.
    pub fn open_pipe_with_reader(path: &std::path::Path) -> std::io::Result<Option<std::fs::File>> {
        std::fs::OpenOptions::new().write(true).open(path).map(Some)
    }

    /// Bytes of the process that lie in memory; the system is not asked.
    pub fn resident() -> Option<u64> {
        None
    }
}

#[cfg(not(unix))]
pub use other::{
    address_space, advise_large, exit, is_named_pipe, is_terminal, open_pipe_with_reader, resident,
    say,
};
