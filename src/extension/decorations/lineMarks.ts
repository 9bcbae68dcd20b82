import * as vscode from 'vscode';
import { editorLine } from '../../base/plainText.js';
import type { LineMark } from '../../protocol/messages.js';
import type { Engine } from '../client/engine.js';
import { documentSelector } from '../client/documents.js';
import type { ErrorFunnel } from '../errors.js';
import { createDecorationTypes } from './decorationTypes.js';
import { atLeast, type MarkStyle, styleOf, textOf, toLevel } from './levels.js';

/** Shows the engine's marks in every visible editor and keeps them right as files, settings and runs change. */
export class LineMarks implements vscode.Disposable {
  private readonly types: ReadonlyMap<MarkStyle, vscode.TextEditorDecorationType>;
  private readonly shown = new Map<string, readonly LineMark[]>();
  private readonly painted = new vscode.EventEmitter<vscode.Uri>();
  private readonly disposables: vscode.Disposable;

  /** Fires when the marks of a document were shown. */
  readonly onDidPaint = this.painted.event;

  constructor(
    private readonly engine: Engine,
    private readonly errors: ErrorFunnel,
    media: vscode.Uri,
  ) {
    this.types = createDecorationTypes(media);
    this.disposables = vscode.Disposable.from(
      ...this.types.values(),
      this.painted,
      engine.onDidStart(() => this.refresh(null)),
      engine.on('trimtab/marksChanged', ({ uris }) => this.refresh(uris)),
      vscode.window.onDidChangeVisibleTextEditors(() => this.refresh(null)),
      vscode.workspace.onDidCloseTextDocument((document) => this.shown.delete(document.uri.toString())),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('trimtab.marks')) this.refresh(null);
      }),
    );
  }

  /** The marks shown in a document, in no order. */
  marksOf(uri: vscode.Uri): readonly LineMark[] {
    return this.shown.get(uri.toString()) ?? [];
  }

  /** Asks for the marks of these documents again as far as they are visible; null is all. */
  refresh(uris: readonly string[] | null): void {
    const wanted = uris === null ? undefined : new Set(uris.map((uri) => vscode.Uri.parse(uri).toString()));
    const documents = new Set(
      vscode.window.visibleTextEditors
        .map((editor) => editor.document)
        .filter((document) => vscode.languages.match(documentSelector, document) > 0)
        .filter((document) => wanted?.has(document.uri.toString()) ?? true),
    );
    for (const document of documents)
      this.errors.watchQuietly(this.update(document), `Reading the marks of ${document.fileName}`);
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private async update(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    const marks = await this.wantedMarks(document);
    // Typed meanwhile: the engine announces the marks of the newer text, and the editor moves the old ones until then.
    if (document.isClosed || document.version !== version) return;
    this.shown.set(document.uri.toString(), marks);
    for (const editor of vscode.window.visibleTextEditors) if (editor.document === document) this.paint(editor, marks);
    this.painted.fire(document.uri);
  }

  /** The document's marks that the settings ask for. */
  private async wantedMarks(document: vscode.TextDocument): Promise<readonly LineMark[]> {
    const settings = vscode.workspace.getConfiguration('trimtab.marks', document);
    if (!settings.get<boolean>('enabled', true)) return [];
    const marks = await this.engine.request('trimtab/lineMarks', { uri: document.uri.toString() });
    return atLeast(marks, toLevel(settings.get<string>('minimumLevel')));
  }

  private paint(editor: vscode.TextEditor, marks: readonly LineMark[]): void {
    for (const [style, type] of this.types)
      editor.setDecorations(
        type,
        marks
          .filter((mark) => styleOf(mark) === style && mark.line < editor.document.lineCount)
          .map((mark) => decoration(editor.document, mark)),
      );
  }
}

function decoration(document: vscode.TextDocument, mark: LineMark): vscode.DecorationOptions {
  const { range, firstNonWhitespaceCharacterIndex } = document.lineAt(mark.line);
  return {
    range: range.with(range.start.with({ character: firstNonWhitespaceCharacterIndex })),
    renderOptions: { after: { contentText: editorLine(textOf(mark)) } },
  };
}
