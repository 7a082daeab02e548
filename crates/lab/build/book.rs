//! Renders the pages of `docs` as HTML.
//!
//! `SUMMARY.md` has the order and the titles of the pages. Every local link leads to a file of the
//! book: pages are renamed from `*.md` to `*.html`, headings have GitHub's anchors, and pictures
//! are copied. Links to other files lead to the repository.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// Files by their paths in the book.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Renders the pages that `SUMMARY.md` lists.
///
/// `repository` is the address of the repository. If it is empty, links to files that aren't in
/// the book become plain text.
///
/// # Errors
///
/// Returns a message if a listed page or a picture can't be read.
pub fn render(docs: &Path, repository: &str) -> Result<Files, String> {
    let summary = text(docs, "SUMMARY.md")?;
    let chapters = chapters(&summary);
    let mut files = Files::from([("book.css".into(), include_bytes!("book.css").to_vec())]);
    for (index, (name, title)) in chapters.iter().enumerate() {
        let page = Page {
            root: "../".repeat(name.matches('/').count()),
            name,
            chapters: &chapters,
            repository,
        };
        let (body, pictures) = page.html(&text(docs, name)?, name);
        for picture in pictures {
            let bytes = bytes(docs, &picture)?;
            files.insert(picture, bytes);
        }
        let previous = index.checked_sub(1).and_then(|index| chapters.get(index));
        let html = format!(
            include_str!("book.html"),
            title = escape(title),
            root = page.root,
            body = body,
            previous = page.neighbour(previous, "prev"),
            next = page.neighbour(chapters.get(index + 1), "next"),
            contents = page.contents(&summary),
        );
        files.insert(html_name(name), html.into());
    }
    Ok(files)
}

/// Returns the paths in `docs` and the titles of the listed pages, in order.
fn chapters(summary: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut link = None;
    for event in Parser::new(summary) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => {
                link = Some((dest_url.into_string(), String::new()))
            }
            Event::End(TagEnd::Link) => found.extend(link.take()),
            Event::Text(text) | Event::Code(text) => {
                if let Some((_, title)) = &mut link {
                    title.push_str(&text);
                }
            }
            _ => {}
        }
    }
    found
}

/// A page, and the names that its links need.
struct Page<'a> {
    /// The path in `docs`.
    name: &'a str,
    /// The path from the page's folder to that of the book.
    root: String,
    chapters: &'a [(String, String)],
    repository: &'a str,
}

impl Page<'_> {
    /// Renders a text as part of this page. Links in the text are relative to the file `home`.
    /// Returns the paths of its pictures, too.
    fn html(&self, text: &str, home: &str) -> (String, Vec<String>) {
        let mut pictures = Vec::new();
        let mut events = Vec::new();
        let mut anchors = HashMap::new();
        // The index of the open heading's event, and the heading's text.
        let mut heading = None;
        let mut unlinked = false;
        for mut event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            match &mut event {
                Event::Start(Tag::Heading { .. }) => heading = Some((events.len(), String::new())),
                Event::Text(text) | Event::Code(text) => {
                    if let Some((_, title)) = &mut heading {
                        title.push_str(text);
                    }
                }
                Event::End(TagEnd::Heading(_)) => {
                    if let Some((index, title)) = heading.take()
                        && let Some(Event::Start(Tag::Heading { id, .. })) = events.get_mut(index)
                    {
                        *id = Some(anchor(&title, &mut anchors).into());
                    }
                }
                Event::Start(Tag::Link { dest_url, .. }) => match self.link(home, dest_url) {
                    Some(url) => *dest_url = url.into(),
                    None => {
                        unlinked = true;
                        continue;
                    }
                },
                Event::End(TagEnd::Link) if std::mem::take(&mut unlinked) => continue,
                Event::Start(Tag::Image { dest_url, .. }) => {
                    let path = resolve(home, dest_url);
                    *dest_url = format!("{}{path}", self.root).into();
                    pictures.push(path);
                }
                // Wide tables scroll inside their own box.
                Event::Start(Tag::Table(_)) => events.push(raw("<div class=\"table\">")),
                _ => {}
            }
            let closes_table = matches!(event, Event::End(TagEnd::Table));
            events.push(event);
            events.extend(closes_table.then(|| raw("</div>\n")));
        }
        let mut out = String::new();
        html::push_html(&mut out, events.into_iter());
        (out, pictures)
    }

    /// Returns the address of a link in the file `home`, or `None` if nothing has the file.
    fn link(&self, home: &str, link: &str) -> Option<String> {
        if link.starts_with('#') || link.contains(':') {
            return Some(link.to_string());
        }
        let (file, anchor) = match link.find('#') {
            Some(at) => link.split_at(at),
            None => (link, ""),
        };
        let path = resolve(home, file);
        if self.chapters.iter().any(|(name, _)| *name == path) {
            return Some(format!("{}{}{anchor}", self.root, html_name(&path)));
        }
        let base = self.repository;
        (!base.is_empty()).then(|| format!("{base}/blob/main/docs/{path}{anchor}"))
    }

    /// Renders the list of all pages. The part of this page is open.
    fn contents(&self, summary: &str) -> String {
        let here = format!("<a href=\"{}{}\"", self.root, html_name(self.name));
        let mut out = String::new();
        for (index, part) in summary.split("\n# ").enumerate() {
            let (title, list) = part.split_once('\n').unwrap_or((part, ""));
            let (list, _) = self.html(list, "SUMMARY.md");
            let marked = list.replace(&here, &format!("{here} aria-current=\"page\""));
            let open = if marked == list { "" } else { " open" };
            match index {
                // The title of the book, and the page before all parts.
                0 => out.push_str(&marked),
                _ => out.push_str(&format!(
                    "<details{open}>\n<summary>{}</summary>\n{marked}</details>\n",
                    escape(title)
                )),
            }
        }
        out
    }

    /// Returns the link to the previous or the next page, if there is one.
    fn neighbour(&self, chapter: Option<&(String, String)>, relation: &str) -> String {
        let link = chapter.map(|(name, title)| {
            let (root, name, title) = (&self.root, html_name(name), escape(title));
            format!("<a rel=\"{relation}\" href=\"{root}{name}\">{title}</a>")
        });
        link.unwrap_or_default()
    }
}

/// Returns the path in `docs` of a link in the file `home`.
fn resolve(home: &str, link: &str) -> String {
    let mut parts: Vec<&str> = home.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            "." => {}
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// Returns the path of a page in the book.
fn html_name(name: &str) -> String {
    match name {
        "README.md" => "index.html".into(),
        _ => format!("{}.html", name.strip_suffix(".md").unwrap_or(name)),
    }
}

/// Returns the anchor that GitHub gives a heading. Equal headings of a page get numbers.
fn anchor(title: &str, used: &mut HashMap<String, usize>) -> String {
    let plain = title.to_lowercase();
    let plain = plain.chars().filter_map(|sign| match sign {
        ' ' => Some('-'),
        '-' | '_' => Some(sign),
        _ => sign.is_alphanumeric().then_some(sign),
    });
    let plain: String = plain.collect();
    let count = used.entry(plain.clone()).or_default();
    *count += 1;
    match *count {
        1 => plain,
        count => format!("{plain}-{}", count - 1),
    }
}

fn raw(html: &str) -> Event<'_> {
    Event::Html(CowStr::Borrowed(html))
}

fn escape(text: &str) -> String {
    let mut out = String::new();
    html::push_html(&mut out, [Event::Text(text.into())].into_iter());
    out
}

fn bytes(docs: &Path, name: &str) -> Result<Vec<u8>, String> {
    fs::read(docs.join(name)).map_err(|error| format!("docs/{name}: {error}"))
}

fn text(docs: &Path, name: &str) -> Result<String, String> {
    let bytes = bytes(docs, name)?;
    String::from_utf8(bytes).map_err(|error| format!("docs/{name}: {error}"))
}
