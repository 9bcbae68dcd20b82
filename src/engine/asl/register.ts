import { present } from '../../base/present.js';
import {
  CompletionRequest,
  DefinitionRequest,
  DocumentFormattingRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  ReferencesRequest,
  RenameRequest,
  SemanticTokensRegistrationType,
  type Connection,
  type DocumentFormattingParams,
  type DocumentSymbolParams,
  type FoldingRangeParams,
  type RenameParams,
  type SemanticTokensParams,
  type TextDocumentPositionParams,
  type TextDocuments,
} from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { TOKEN_MODIFIERS, TOKEN_TYPES } from '../../asl/language/semanticTokens.js';
import { Collector } from '../requests/debounce.js';
import { sentenceOf, toResponseError } from '../requests/failures.js';
import type { AslLanguage } from './aslLanguage.js';
import { isAsl, isParameterFile } from './projectTexts.js';

/** Only these documents: for others, editors use separate servers that answer the same requests. */
const options = { documentSelector: [{ scheme: 'file', language: 'asl' }] };
/** A project's parameter file can be completed too. */
const completed = {
  documentSelector: [
    ...options.documentSelector,
    { scheme: 'file', pattern: '**/.trimtab/properties/parameters.yaml' },
  ],
};
/** Milliseconds without a key press after which the errors of a text are reported. */
const PAUSE = 200;

/** Registers the handlers for texts of the language of problems. @param log receives what the client rejected */
export function registerAsl(
  connection: Connection,
  language: AslLanguage,
  open: TextDocuments<TextDocument>,
  log: (text: string) => void,
): void {
  const guarded =
    <Asked, Answer>(doing: string, answer: (asked: Asked) => Answer) =>
    (asked: Asked): Answer => {
      try {
        return answer(asked);
      } catch (error) {
        throw toResponseError(error, doing, log);
      }
    };
  connection.onCompletion(
    guarded('completion', ({ textDocument, position }: TextDocumentPositionParams) =>
      language.completion(textDocument.uri, position),
    ),
  );
  connection.onDefinition(
    guarded('definition', ({ textDocument, position }: TextDocumentPositionParams) =>
      language.definition(textDocument.uri, position),
    ),
  );
  connection.onReferences(
    guarded('references', ({ textDocument, position }: TextDocumentPositionParams) =>
      language.references(textDocument.uri, position),
    ),
  );
  connection.onDocumentSymbol(
    guarded('outline', ({ textDocument }: DocumentSymbolParams) => language.outline(textDocument.uri)),
  );
  connection.onDocumentFormatting(
    guarded('formatting', ({ textDocument }: DocumentFormattingParams) => language.formatting(textDocument.uri)),
  );
  connection.onFoldingRanges(
    guarded('folding', ({ textDocument }: FoldingRangeParams) => language.folding(textDocument.uri)),
  );
  connection.languages.semanticTokens.on(
    guarded('colors', ({ textDocument }: SemanticTokensParams) => language.colors(textDocument.uri)),
  );
  connection.onRenameRequest(
    guarded('rename', ({ textDocument, position, newName }: RenameParams) =>
      language.rename(textDocument.uri, position, newName),
    ),
  );
  tellMistakes(connection, language, open, log);
}

/** Registers with clients that take registrations; others do without these features. */
export async function offerAsl(connection: Connection): Promise<void> {
  const register = connection.client;
  await register.register(CompletionRequest.type, { ...completed, triggerCharacters: ['.'] });
  await register.register(DefinitionRequest.type, options);
  await register.register(ReferencesRequest.type, options);
  await register.register(DocumentSymbolRequest.type, options);
  await register.register(RenameRequest.type, options);
  await register.register(DocumentFormattingRequest.type, options);
  await register.register(FoldingRangeRequest.type, options);
  const legend = { tokenTypes: [...TOKEN_TYPES], tokenModifiers: [...TOKEN_MODIFIERS] };
  await register.register(SemanticTokensRegistrationType.type, { ...options, legend, full: true });
}

/** Reports whether errors in a document are reported. */
const isHelped = (uri: string): boolean => isAsl(uri) || isParameterFile(uri);

/** Reports the errors of all open texts: one text may use the declarations of others. */
function tellMistakes(
  connection: Connection,
  language: AslLanguage,
  open: TextDocuments<TextDocument>,
  log: (text: string) => void,
): void {
  const send = (
    uri: string,
    version: number | undefined,
    diagnostics: ReturnType<AslLanguage['diagnostics']>,
  ): void => {
    connection.sendDiagnostics({ uri, ...present({ version }), diagnostics }).catch((error: unknown) => {
      log(`The mistakes of a property were not sent: ${sentenceOf(error)}`);
    });
  };
  const changed = new Collector(PAUSE, () => {
    for (const { uri, version } of open.all()) if (isHelped(uri)) send(uri, version, language.diagnostics(uri));
  });
  open.onDidChangeContent(({ document }) => {
    if (isHelped(document.uri)) changed.add(document.uri);
  });
  open.onDidClose(({ document }) => {
    if (!isHelped(document.uri)) return;
    send(document.uri, undefined, []);
    changed.add(document.uri);
  });
}
