import * as vscode from 'vscode';
import { TrimtabError } from '../../base/problem.js';
import { editorLine } from '../../base/plainText.js';
import { type ChosenLines, RANGES_FILE, RANGES_GROUP, type ShownRange } from '../../protocol/ranges.js';
import type { Engine } from '../client/engine.js';
import { documentSelector } from '../client/documents.js';
import type { CommandHandlers } from '../commands/commandTable.js';
import type { ErrorFunnel } from '../errors.js';
import { askText, pickWord } from '../shown/prompts.js';

const OTHER = vscode.l10n.t('Another Group…');
const NO_SOURCE = vscode.l10n.t('Select lines of a source file in the opened folder first.');

/** A source of the opened folder, and the file that its ranges are kept in. */
interface LinePlace {
  readonly list: vscode.Uri;
  /** Relative to the folder, with slashes. */
  readonly file: string;
}

async function placeOf(engine: Engine, document: vscode.TextDocument): Promise<LinePlace | undefined> {
  if (document.uri.scheme !== 'file') return undefined;
  const place = await engine.request('trimtab/rangesFile', { path: document.uri.fsPath });
  return place === null ? undefined : { list: vscode.Uri.file(place.path), file: place.file };
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

/** Lines that the user selected for measurement: shown next to the source, selected and removed by commands. */
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
  /** Of each document as it was read last. */
  private readonly shown = new WeakMap<vscode.TextDocument, readonly ShownRange[]>();
  private isIn = false;

  constructor(
    private readonly engine: Engine,
    private readonly errors: ErrorFunnel,
  ) {
    const watcher = vscode.workspace.createFileSystemWatcher(`**/${RANGES_FILE}`);
    const all = () => this.refresh();
    const changed = () => this.changedOnDisk();
    this.disposables = vscode.Disposable.from(
      this.measured,
      this.changed,
      watcher,
      watcher.onDidChange(changed),
      watcher.onDidCreate(changed),
      watcher.onDidDelete(changed),
      engine.onDidStart(all),
      vscode.window.onDidChangeVisibleTextEditors(all),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.tellPlace(textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.tellPlace(editor)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.refresh(document)),
    );
  }

  /** Returns the commands that select lines, group them and remove them. Lenses pass the lines. */
  handlers(): Pick<CommandHandlers, 'trimtab.measureLines' | 'trimtab.groupLines' | 'trimtab.dropLines'> {
    return {
      'trimtab.measureLines': () => this.measureLines(),
      'trimtab.groupLines': (target) => this.groupLines(chosenIn(target)),
      'trimtab.dropLines': (target) => this.dropLines(chosenIn(target)),
    };
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private changedOnDisk(): void {
    this.refresh();
    this.engine.refreshLenses();
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
    const place = await placeOf(this.engine, document);
    if (place === undefined) return;
    const shown = await this.rangesIn(document, place);
    if (document.isClosed || document.version !== version) return;
    const options = (isSame: boolean) =>
      shown.filter((each) => each.isSame === isSame).map((each) => decoration(document, each));
    this.shown.set(document, shown);
    this.tellPlace(vscode.window.activeTextEditor);
    editor.setDecorations(this.measured, options(true));
    editor.setDecorations(this.changed, options(false));
  }

  /** Menus offer what can be done with a range where the cursor is in one that a person has marked. */
  private tellPlace(editor: vscode.TextEditor | undefined): void {
    const line = (editor?.selection.active.line ?? -1) + 1;
    const here = editor === undefined ? [] : (this.shown.get(editor.document) ?? []);
    const isIn = here.some(({ first, last, isWritten }) => !isWritten && first <= line && line <= last);
    if (isIn === this.isIn) return;
    this.isIn = isIn;
    this.errors.watchQuietly(
      Promise.resolve(vscode.commands.executeCommand('setContext', 'trimtab.inMeasuredLines', isIn)),
      'Updating menus for the cursor position',
    );
  }

  private async rangesIn(document: vscode.TextDocument, place: LinePlace): Promise<readonly ShownRange[]> {
    return this.engine.request('trimtab/lineRanges', await sourceWith(document, place));
  }

  private async measureLines(): Promise<void> {
    const { document, place, lines } = await this.selected();
    const title =
      lines.first === lines.last
        ? vscode.l10n.t('Measure Line {0}', lines.first)
        : vscode.l10n.t('Measure Lines {0} to {1}', lines.first, lines.last);
    const usual = `${place.file.split('/').at(-1) ?? place.file}:${lines.first}${lines.first === lines.last ? '' : `-${lines.last}`}`;
    const name = await askText({ title, prompt: vscode.l10n.t('Name of these lines in reports'), value: usual });
    if (name === undefined) return;
    const asked = { ...(await sourceWith(document, place)), lines, name: name.trim() };
    await this.write(place, (await this.engine.request('trimtab/measureLines', asked)).ranges);
  }

  private async groupLines(chosen: ChosenLines | undefined): Promise<void> {
    const { document, place, lines } = await this.selected(chosen);
    const known = (await this.rangesIn(document, place)).map(({ group }) => group);
    const title = vscode.l10n.t('Switched together, by “groups” in trimtab.yaml and in a running program');
    const groups = [...new Set([RANGES_GROUP, ...known])];
    const word = await pickWord([...groups, OTHER], { title, placeHolder: vscode.l10n.t('Which group?') });
    const group =
      word === OTHER ? (await askText({ title, prompt: vscode.l10n.t('Name of the group') }))?.trim() : word;
    if (group === undefined || group === '') return;
    const asked = { ...(await sourceWith(document, place)), lines, group };
    await this.write(place, (await this.engine.request('trimtab/groupLines', asked)).ranges);
  }

  private async dropLines(chosen: ChosenLines | undefined): Promise<void> {
    const { document, place, lines } = await this.selected(chosen);
    const asked = { ...(await sourceWith(document, place)), lines };
    await this.write(place, (await this.engine.request('trimtab/dropLines', asked)).ranges);
  }

  private async write({ list }: LinePlace, text: string): Promise<void> {
    await vscode.workspace.fs.writeFile(list, new TextEncoder().encode(text));
    this.changedOnDisk();
  }

  /** The lines that are meant in the editor: those chosen, else those selected, else that of the cursor. */
  private async selected(chosen?: ChosenLines) {
    const editor = vscode.window.activeTextEditor;
    const place = editor === undefined ? undefined : await placeOf(this.engine, editor.document);
    if (editor === undefined || place === undefined) throw new TrimtabError(NO_SOURCE);
    return { document: editor.document, place, lines: chosen ?? linesOf(editor.selection) };
  }
}

/** Menus of an editor pass its file in the place of lines. */
function chosenIn(target: ChosenLines | vscode.Uri | undefined): ChosenLines | undefined {
  return target === undefined || target instanceof vscode.Uri ? undefined : target;
}

async function sourceWith(document: vscode.TextDocument, { list, file }: LinePlace) {
  return { ranges: await textOf(list), file, source: document.getText() };
}

/** Of a selection that ends at the beginning of a line, that line is none. */
function linesOf({ start, end }: vscode.Selection): ChosenLines {
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return { first: start.line + 1, last };
}

function decoration(
  document: vscode.TextDocument,
  { first, last, name, isSame, isWritten }: ShownRange,
): vscode.DecorationOptions {
  const end = Math.min(last, document.lineCount) - 1;
  const range = new vscode.Range(Math.min(first, document.lineCount) - 1, 0, end, document.lineAt(end).text.length);
  const said = isSame
    ? vscode.l10n.t('measured as {0}{1}', name, isWritten ? vscode.l10n.t(', marked in the source') : '')
    : vscode.l10n.t('{0} is not measured: its text has changed since it was marked', name);
  return { range, renderOptions: { after: { contentText: editorLine(said) } } };
}
