import { join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { TrimtabError } from '../../base/problem.js';
import { editorLine } from '../../base/plainText.js';
import { RANGES_FILE, type ShownRange } from '../../protocol/ranges.js';
import type { Engine } from '../client/engine.js';
import { documentSelector } from '../client/documents.js';
import type { CommandHandlers } from '../commands/commandTable.js';
import type { ErrorFunnel } from '../errors.js';
import { askText } from '../shown/prompts.js';

/** A source of the opened folder, and the file that its ranges are kept in. */
interface Place {
  readonly list: vscode.Uri;
  /** Relative to the folder, with slashes. */
  readonly file: string;
}

function placeOf(document: vscode.TextDocument): Place | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(document.uri)?.uri.fsPath;
  if (folder === undefined || document.uri.scheme !== 'file') return undefined;
  return {
    list: vscode.Uri.file(join(folder, RANGES_FILE)),
    file: relative(folder, document.uri.fsPath).split(sep).join('/'),
  };
}

/** The text of the file of ranges, as an editor or the disk has it; '' where there is none. */
async function textOf(list: vscode.Uri): Promise<string> {
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === list.toString());
  if (open !== undefined) return open.getText();
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(list));
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return '';
    throw error;
  }
}

/** Lines that people chose to measure: shown beside the source, chosen and dropped by commands. */
export class LineRanges implements vscode.Disposable {
  private readonly measured = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    borderStyle: 'solid',
    borderWidth: '0 0 0 3px',
    borderColor: new vscode.ThemeColor('charts.blue'),
    overviewRulerColor: new vscode.ThemeColor('charts.blue'),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
    after: { color: new vscode.ThemeColor('charts.blue'), margin: '0 0 0 3em' },
  });
  private readonly changed = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    borderStyle: 'dashed',
    borderWidth: '0 0 0 3px',
    borderColor: new vscode.ThemeColor('disabledForeground'),
    opacity: '0.6',
    after: { color: new vscode.ThemeColor('disabledForeground'), margin: '0 0 0 3em', fontStyle: 'italic' },
  });
  private readonly disposables: vscode.Disposable;

  constructor(
    private readonly engine: Engine,
    private readonly errors: ErrorFunnel,
  ) {
    const watcher = vscode.workspace.createFileSystemWatcher(`**/${RANGES_FILE}`);
    const all = () => this.refresh();
    this.disposables = vscode.Disposable.from(
      this.measured,
      this.changed,
      watcher,
      watcher.onDidChange(all),
      watcher.onDidCreate(all),
      watcher.onDidDelete(all),
      engine.onDidStart(all),
      vscode.window.onDidChangeVisibleTextEditors(all),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.refresh(document)),
    );
  }

  /** The commands that choose lines and drop them. */
  handlers(): Pick<CommandHandlers, 'trimtab.measureLines' | 'trimtab.dropLines'> {
    return {
      'trimtab.measureLines': () => this.measureLines(),
      'trimtab.dropLines': () => this.dropLines(),
    };
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private refresh(only?: vscode.TextDocument): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      if (only !== undefined && document !== only) continue;
      if (vscode.languages.match(documentSelector, document) > 0)
        this.errors.watchQuietly(this.paint(editor), `Reading the measured lines of ${document.fileName}`);
    }
  }

  private async paint(editor: vscode.TextEditor): Promise<void> {
    const { document } = editor;
    const { version } = document;
    const place = placeOf(document);
    if (place === undefined) return;
    const ranges = await textOf(place.list);
    const shown = await this.engine.request('trimtab/lineRanges', {
      ranges,
      file: place.file,
      source: document.getText(),
    });
    if (document.isClosed || document.version !== version) return;
    const options = (isSame: boolean) =>
      shown.filter((each) => each.isSame === isSame).map((each) => decoration(document, each));
    editor.setDecorations(this.measured, options(true));
    editor.setDecorations(this.changed, options(false));
  }

  private async measureLines(): Promise<void> {
    const { document, place, lines } = selected();
    const title =
      lines.first === lines.last ? `Measure Line ${lines.first}` : `Measure Lines ${lines.first} to ${lines.last}`;
    const usual = `${place.file.split('/').at(-1) ?? place.file}:${lines.first}${lines.first === lines.last ? '' : `-${lines.last}`}`;
    const name = await askText({ title, prompt: 'What reports call these lines', value: usual });
    if (name === undefined) return;
    const before = await textOf(place.list);
    const asked = { ranges: before, file: place.file, source: document.getText(), lines, name: name.trim() };
    await this.write(place, (await this.engine.request('trimtab/measureLines', asked)).ranges);
  }

  private async dropLines(): Promise<void> {
    const { document, place, lines } = selected();
    const asked = { ranges: await textOf(place.list), file: place.file, source: document.getText(), lines };
    await this.write(place, (await this.engine.request('trimtab/dropLines', asked)).ranges);
  }

  private async write({ list }: Place, text: string): Promise<void> {
    await vscode.workspace.fs.writeFile(list, new TextEncoder().encode(text));
    this.refresh();
  }
}

/** The lines that are selected in the editor, or that of the cursor. */
function selected() {
  const editor = vscode.window.activeTextEditor;
  const place = editor === undefined ? undefined : placeOf(editor.document);
  if (editor === undefined || place === undefined)
    throw new TrimtabError('Select lines of a source file in the opened folder first.');
  const { start, end } = editor.selection;
  // Of a selection that ends at the beginning of a line, that line is none.
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return { document: editor.document, place, lines: { first: start.line + 1, last } };
}

function decoration(
  document: vscode.TextDocument,
  { first, last, name, isSame, isWritten }: ShownRange,
): vscode.DecorationOptions {
  const end = Math.min(last, document.lineCount) - 1;
  const range = new vscode.Range(Math.min(first, document.lineCount) - 1, 0, end, document.lineAt(end).text.length);
  const said = isSame
    ? `measured as ${name}${isWritten ? ', as the source says' : ''}`
    : `${name} is not measured: its text was changed since it was marked`;
  return { range, renderOptions: { after: { contentText: editorLine(said) } } };
}
