import { type Connection, DiagnosticSeverity, type TextDocuments, uinteger } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { plainLine } from '../../base/text.js';
import { parseWorkflow } from '../../workflows/reading/parse.js';
import { WORKFLOW_FILE } from '../../workflows/reading/library.js';
import { sentenceOf } from '../requests/failures.js';
import { uriToPath } from '../sources/paths.js';

/**
 * Reports errors in open workflow files at their positions, while they are edited.
 * @param log receives what the client rejected
 */
export function tellMistakes(
  connection: Connection,
  open: TextDocuments<TextDocument>,
  log: (text: string) => void,
): void {
  const isWorkflow = (uri: string): boolean => uriToPath(uri)?.endsWith(WORKFLOW_FILE) === true;
  const tell = (...told: Parameters<Connection['sendDiagnostics']>): void => {
    connection.sendDiagnostics(...told).catch((error: unknown) => {
      log(`The mistakes of a workflow file were not sent: ${sentenceOf(error)}`);
    });
  };
  open.onDidChangeContent(({ document }) => {
    if (!isWorkflow(document.uri)) return;
    const diagnostics = parseWorkflow(document.getText()).problems.map(({ line, column, message }) => ({
      // To the end of its line: no editor goes beyond that.
      range: {
        start: { line: line - 1, character: column - 1 },
        end: { line: line - 1, character: uinteger.MAX_VALUE },
      },
      severity: DiagnosticSeverity.Error,
      source: 'Trimtab',
      message: plainLine(message),
    }));
    tell({ uri: document.uri, version: document.version, diagnostics });
  });
  open.onDidClose(({ document }) => {
    if (isWorkflow(document.uri)) tell({ uri: document.uri, diagnostics: [] });
  });
}
