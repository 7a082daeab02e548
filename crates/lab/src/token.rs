//! The token: whoever has it may ask. It stands in the address that the command prints; whoever opens that is given a cookie, and other accounts of
//! the machine, who can reach its loopback address too, have neither.

use std::fmt;
use std::io;

use axum::http::{HeaderMap, HeaderValue, Uri, header};

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
    /// Where the system has no random numbers to give, or the text is empty, or could not stand in an address and a cookie as it is.
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

    /// What gives a browser the cookie: no script reads it, and no other site's page sends it.
    pub fn cookie(&self) -> Option<HeaderValue> {
        let cookie = format!(
            "{}={}; Path=/; HttpOnly; SameSite=Strict",
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
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
