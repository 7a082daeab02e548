//! The token: whoever has it may ask. [`stored_token`] keeps one for a user, so that links and
//! cookies outlive the server. It stands in the address that the command prints; whoever opens that
//! is given a cookie, and other accounts of the machine, who can reach its loopback address too,
//! have neither.

use std::fmt;
use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use axum::http::{HeaderMap, HeaderValue, Uri, header};

/// Seconds for which a browser keeps the cookie: 400 days, the longest time that browsers allow.
const COOKIE_SECONDS: u32 = 400 * 24 * 60 * 60;
/// Random bytes of a token.
const TOKEN_BYTES: usize = 16;

/// The token of a server.
pub struct Token {
    text: String,
    /// The cookie's name. Cookies are a host's, whatever the port: each server has one of its own.
    cookie: String,
}

impl Token {
    /// This one, for the server at a port, or 128 random bits.
    ///
    /// # Errors
    ///
    /// Where the system has no random numbers to give, or the text is empty, or could not stand in
    /// an address and a cookie as it is.
    pub fn new(given: Option<String>, port: u16) -> io::Result<Self> {
        let text = given.map_or_else(random, Ok)?;
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        if text.is_empty() || !text.bytes().all(plain) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "a token is of letters, digits, - and _",
            ));
        }
        let cookie = format!("whowins-{port}");
        Ok(Self { text, cookie })
    }

    /// Whether a request has it: as a cookie, or in `Authorization: Bearer`.
    pub fn is_in(&self, headers: &HeaderMap) -> bool {
        let texts = |name| {
            let all = headers.get_all(name).iter();
            all.filter_map(|value| value.to_str().ok())
        };
        let bearer = |text: &str| {
            text.strip_prefix("Bearer ")
                .is_some_and(|told| self.is(told.trim()))
        };
        let cookie = |text: &str| {
            let pairs = text.split(';').filter_map(|pair| pair.split_once('='));
            let mut own = pairs.filter(|(name, _)| name.trim() == self.cookie);
            own.any(|(_, told)| self.is(told.trim()))
        };
        texts(header::AUTHORIZATION).any(bearer) || texts(header::COOKIE).any(cookie)
    }

    /// What an address says: `None` where it has no token, else whether it is this one.
    pub fn told(&self, address: &Uri) -> Option<bool> {
        let pairs = address.query().unwrap_or_default().split('&');
        let told = pairs.filter_map(|pair| pair.strip_prefix("token="));
        told.map(|told| self.is(told))
            .reduce(|one, other| one && other)
    }

    /// What gives a browser the cookie: no script reads it, no other site's page sends it, and the
    /// browser keeps it when it is closed.
    pub fn cookie(&self) -> Option<HeaderValue> {
        let cookie = format!(
            "{}={}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Strict",
            self.cookie, self.text
        );
        HeaderValue::from_str(&cookie).ok()
    }

    /// In a time that does not tell how much of it is right.
    fn is(&self, told: &str) -> bool {
        let (own, told) = (self.text.as_bytes(), told.as_bytes());
        let differences = own.iter().zip(told).fold(0, |all, (a, b)| all | (a ^ b));
        own.len() == told.len() && differences == 0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn random() -> io::Result<String> {
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Returns the token in this file, which is created with a random token if it isn't there.
///
/// Only its owner may read the file. A file that others can read, or that holds no token, is
/// replaced.
///
/// # Errors
///
/// Those of the system, if the file can be neither read nor written.
pub fn stored_token(path: &Path) -> io::Result<String> {
    if let Some(token) = read_token(path) {
        return Ok(token);
    }
    if let Some(folder) = path.parent() {
        private_folder().create(folder)?;
    }
    let token = random()?;
    let new = path.with_extension(format!("{}.new", &random()?[..8]));
    let placed = write_private(&new, &token).and_then(|()| match fs::hard_link(&new, path) {
        Ok(()) => Ok(token),
        // Another laboratory may have created it meanwhile.
        Err(_) => match read_token(path) {
            Some(token) => Ok(token),
            None => fs::rename(&new, path).map(|()| token),
        },
    });
    let _ = fs::remove_file(&new);
    placed
}

/// The token in a file that only its owner may read.
fn read_token(path: &Path) -> Option<String> {
    let metadata = fs::symlink_metadata(path).ok()?;
    if !metadata.is_file() || !is_private(&metadata) {
        return None;
    }
    let token = fs::read_to_string(path).ok()?.trim_end().to_string();
    let is_random =
        token.len() == 2 * TOKEN_BYTES && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_random.then_some(token)
}

fn write_private(path: &Path, token: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    writeln!(file, "{token}")
}

fn private_folder() -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

#[cfg(unix)]
fn is_private(metadata: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::mode(metadata) & 0o077 == 0
}

/// Files in a user's folder are private on other systems.
#[cfg(not(unix))]
fn is_private(_: &fs::Metadata) -> bool {
    true
}
