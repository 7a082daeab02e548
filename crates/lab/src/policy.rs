//! What the page lets a browser do, wherever it is served from.

/// The policy of the page, with what else scripts may be: nothing is loaded from elsewhere, and no
/// inline script runs but one, by its hash: that of the frame in which a pasted program is shut
/// (`page/modules/judge/sandbox.js`), whose worker has an address of this page's making (`blob:`).
/// The frame's own policy forbids it all loading.
macro_rules! policy {
    ($scripts:literal) => {
        concat!(
            "default-src 'self'; script-src 'self' ",
            $scripts,
            "'sha256-+ndxNWrZOkx1aMonx4fF6XJJkhY59QgEhgv4ikQy168='; worker-src 'self' blob:; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'"
        )
    };
}

pub(crate) use policy;
