//! The conversation: messages in, answers out.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Notification as _,
};
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, CodeLensResolve, Completion, DocumentHighlightRequest,
    DocumentSymbolRequest, Formatting, GotoDefinition, HoverRequest, PrepareRenameRequest,
    References, Rename, Request as _,
};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionParams, CodeActionProviderCapability, CodeLens,
    CodeLensOptions, CodeLensParams, CompletionOptions, CompletionParams,
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DocumentFormattingParams, DocumentHighlightParams, DocumentSymbolParams, GotoDefinitionParams,
    HoverParams, HoverProviderCapability, OneOf, ReferenceParams, RenameOptions, RenameParams,
    ServerCapabilities, TextDocumentPositionParams, TextDocumentSyncCapability,
    TextDocumentSyncKind, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::answers;
use crate::lenses::{Lenses, Question};
use crate::text::{Read, Texts};

/// Why a server ended before it was asked to.
#[derive(Debug)]
pub struct ServeError(Box<dyn Error + Send + Sync>);

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the conversation with the editor broke off: {}", self.0)
    }
}

impl Error for ServeError {}

/// Serves on standard input and output until the client asks it to end.
///
/// # Errors
///
/// As [`serve`], and where the streams fail.
pub fn serve_here() -> Result<(), ServeError> {
    let (connection, threads) = Connection::stdio();
    serve(&connection)?;
    drop(connection);
    threads.join().map_err(|error| ServeError(error.into()))
}

/// Serves a connection until the client asks it to end.
///
/// # Errors
///
/// Where the client does not begin or end as the protocol says, or goes away.
pub fn serve(connection: &Connection) -> Result<(), ServeError> {
    conversation(connection).map_err(ServeError)
}

fn conversation(connection: &Connection) -> Result<(), Box<dyn Error + Send + Sync>> {
    connection.initialize(serde_json::to_value(capabilities())?)?;
    let texts = Texts::default();
    let sender = connection.sender.clone();
    // Where nobody listens any more, the loop below ends.
    let out = move |message| drop(sender.send(message));
    let server = Server {
        lenses: Lenses::start(out.clone(), texts.clone()),
        texts,
        out: Box::new(out),
    };
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    break;
                }
                server.request(request);
            }
            Message::Notification(notification) => server.notification(notification),
            // Nothing is asked of the client.
            Message::Response(_) => {}
        }
    }
    Ok(())
}

/// What it can do.
fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        // Texts have some lines: the whole of them comes with each change.
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions::default()),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(true),
        }),
        ..ServerCapabilities::default()
    }
}

/// What a question comes to: an answer, or why there is none.
type Answered = Result<Value, (ErrorCode, String)>;

struct Server {
    texts: Texts,
    lenses: Lenses,
    out: Box<dyn Fn(Message)>,
}

impl Server {
    fn notification(&self, told: Notification) {
        // What is not understood is passed over, as the protocol asks.
        match told.method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Ok(DidOpenTextDocumentParams { text_document: new }) =
                    serde_json::from_value(told.params)
                {
                    self.texts.set(new.uri, new.text, new.version, &self.out);
                }
            }
            DidChangeTextDocument::METHOD => {
                let told = serde_json::from_value::<DidChangeTextDocumentParams>(told.params);
                if let Ok(mut told) = told
                    && let Some(last) = told.content_changes.pop()
                {
                    let new = told.text_document;
                    self.texts.set(new.uri, last.text, new.version, &self.out);
                }
            }
            DidCloseTextDocument::METHOD => {
                let told = serde_json::from_value::<DidCloseTextDocumentParams>(told.params);
                if let Ok(told) = told {
                    self.texts.close(&told.text_document.uri, &self.out);
                }
            }
            _ => {}
        }
    }

    fn request(&self, request: Request) {
        if request.method == CodeLensResolve::METHOD {
            return self.resolve(request);
        }
        let answered = self.answer(&request.method, request.params);
        self.respond(request.id, answered);
    }

    fn respond(&self, id: RequestId, answered: Answered) {
        let response = match answered {
            Ok(answer) => Response::new_ok(id, answer),
            Err((code, why)) => Response::new_err(id, code as i32, why),
        };
        (self.out)(Message::Response(response));
    }

    fn answer(&self, method: &str, asked: Value) -> Answered {
        match method {
            HoverRequest::METHOD => {
                let asked: HoverParams = read(asked)?;
                let (_, text, byte) = self.place(asked.text_document_position_params)?;
                Ok(json!(answers::hover(&text, byte)))
            }
            Completion::METHOD => {
                let asked: CompletionParams = read(asked)?;
                let (_, text, byte) = self.place(asked.text_document_position)?;
                Ok(json!(answers::completions(&text, byte)))
            }
            GotoDefinition::METHOD => {
                let asked: GotoDefinitionParams = read(asked)?;
                let (uri, text, byte) = self.place(asked.text_document_position_params)?;
                Ok(json!(answers::definition(&uri, &text, byte)))
            }
            References::METHOD => {
                let asked: ReferenceParams = read(asked)?;
                let (uri, text, byte) = self.place(asked.text_document_position)?;
                Ok(json!(answers::references(&uri, &text, byte)))
            }
            DocumentHighlightRequest::METHOD => {
                let asked: DocumentHighlightParams = read(asked)?;
                let (_, text, byte) = self.place(asked.text_document_position_params)?;
                Ok(json!(answers::highlights(&text, byte)))
            }
            DocumentSymbolRequest::METHOD => {
                let asked: DocumentSymbolParams = read(asked)?;
                let text = self.text(&asked.text_document.uri)?;
                Ok(json!(answers::symbols(&text)))
            }
            Formatting::METHOD => {
                let asked: DocumentFormattingParams = read(asked)?;
                let text = self.text(&asked.text_document.uri)?;
                Ok(json!(answers::layout(&text)))
            }
            PrepareRenameRequest::METHOD => {
                let (_, text, byte) = self.place(read(asked)?)?;
                let range = text.text.name_at(byte).map(|(_, span)| text.range(span));
                Ok(json!(range))
            }
            Rename::METHOD => {
                let asked: RenameParams = read(asked)?;
                let (uri, text, byte) = self.place(asked.text_document_position)?;
                let edit = answers::rename(&uri, &text, byte, &asked.new_name);
                let edit = edit.map_err(|why| (ErrorCode::RequestFailed, why))?;
                Ok(json!(edit))
            }
            CodeActionRequest::METHOD => {
                let asked: CodeActionParams = read(asked)?;
                let uri = asked.text_document.uri;
                let text = self.text(&uri)?;
                Ok(json!(answers::corrections(&uri, &text, asked.range)))
            }
            CodeLensRequest::METHOD => {
                let asked: CodeLensParams = read(asked)?;
                let uri = asked.text_document.uri;
                let text = self.text(&uri)?;
                let lens = |(at, span)| CodeLens {
                    range: text.range(span),
                    command: None,
                    data: Some(json!({"uri": uri.as_str(), "version": text.version, "at": at})),
                };
                let all: Vec<CodeLens> = text.examples.iter().enumerate().map(lens).collect();
                Ok(json!(all))
            }
            other => Err((
                ErrorCode::MethodNotFound,
                format!("`{other}` is not answered here"),
            )),
        }
    }

    /// Who wins at an example: the answer comes when it is found out.
    fn resolve(&self, request: Request) {
        let id = request.id.clone();
        let question = read::<CodeLens>(request.params).and_then(|lens| {
            let data = lens.data.clone().unwrap_or_default();
            let wrong = || (ErrorCode::InvalidParams, "this lens is not ours".to_owned());
            let uri = data["uri"].as_str().ok_or_else(wrong)?.to_owned();
            let at = data["at"].as_u64().ok_or_else(wrong)?;
            let text = self.text(&uri.parse::<Uri>().map_err(|_| wrong())?)?;
            if data["version"] != json!(text.version) {
                return Err((
                    ErrorCode::ContentModified,
                    "the text has changed".to_owned(),
                ));
            }
            Ok(Question {
                id: request.id,
                uri,
                text,
                at: usize::try_from(at).map_err(|_| wrong())?,
                lens,
            })
        });
        let refused = match question {
            Ok(question) => {
                if self.lenses.ask(question) {
                    return;
                }
                let why = "no thread could be started".to_owned();
                (ErrorCode::InternalError, why)
            }
            Err(refused) => refused,
        };
        self.respond(id, Err(refused));
    }

    fn text(&self, uri: &Uri) -> Result<Arc<Read>, (ErrorCode, String)> {
        let missing = || {
            let message = format!("{} is not open", uri.as_str());
            (ErrorCode::InvalidParams, message)
        };
        self.texts.get(uri).ok_or_else(missing)
    }

    fn place(
        &self,
        place: TextDocumentPositionParams,
    ) -> Result<(Uri, Arc<Read>, usize), (ErrorCode, String)> {
        let uri = place.text_document.uri;
        let text = self.text(&uri)?;
        let byte = text.byte(place.position);
        Ok((uri, text, byte))
    }
}

fn read<T: DeserializeOwned>(asked: Value) -> Result<T, (ErrorCode, String)> {
    serde_json::from_value(asked).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}
