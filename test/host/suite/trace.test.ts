import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { elementAt } from '../../../src/base/elements.js';
import { LINE_REST_MS } from '../../../src/extension/selection/restingCursor.js';
import type { LineMark } from '../../../src/protocol/messages.js';
import {
  activate,
  answering,
  eventually,
  everyRow,
  inWorkspace,
  itemOf,
  locating,
  marksOf,
  open,
  type Trimtab,
} from './support/workbench.js';

const program = 'heat2d-mpi';
const source = 'heat2d.c';
const some = (marks: readonly LineMark[]) => marks.length > 0;

describe('a trace that was opened', () => {
  let trimtab: Trimtab;
  let editor: vscode.TextEditor;
  let id: string;
  let marks: readonly LineMark[];

  before(async () => {
    trimtab = await activate();
    id = await trimtab.api.openTrace(inWorkspace(program, 'recorded'));
    editor = await open(program, source);
    marks = await marksOf(trimtab, editor, some);
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('is an experiment, and the one whose marks are shown', async () => {
    const experiments = await trimtab.api.experiments();
    assert.equal(elementAt(experiments, 0).id, id);
    assert.equal(elementAt(experiments, 0).state, 'complete');
    const row = trimtab.testing.trees.experiments.rows.find((candidate) => candidate.id === id);
    assert.equal(row?.context, 'experiment.selected');
    assert.match(row.description ?? '', /4 ranks/);
  });

  it('has ranked findings that lead to lines and ranks', () => {
    const [run, worst, ...others] = trimtab.testing.trees.findings.rows;
    assert.ok(run !== undefined && worst !== undefined);
    assert.match(run.description ?? '', /4 ranks/);
    const rows = everyRow([worst, ...others]);
    assert.ok(rows.some((row) => row.label.startsWith(`${source}:`)));
    assert.ok(rows.some((row) => /rank \d/i.test(row.label)));
    const properties = [worst, ...others].filter(({ id }) => id.startsWith('property:'));
    // The largest loss of short runs comes last: it reveals nothing about the program.
    assert.match(properties.pop()?.label ?? '', /^[\d.]+ % Start and End of MPI$/);
    const shares = properties.map((row) => parseFloat(row.label));
    assert.deepEqual(
      shares,
      [...shares].sort((a, b) => b - a),
    );
  });

  it('opens the line of a finding from its row', async () => {
    const row = everyRow(trimtab.testing.trees.findings.rows).find((candidate) => candidate.finding !== undefined);
    assert.ok(row?.finding?.place);
    await vscode.window.showTextDocument(vscode.Uri.file(inWorkspace('pingpong', 'pingpong.c')));
    await vscode.commands.executeCommand('trimtab.showFinding', row.finding);
    assert.equal(vscode.window.activeTextEditor?.document.fileName, inWorkspace(program, source));
    assert.equal(vscode.window.activeTextEditor.selection.active.line, row.finding.place.line - 1);
    editor = vscode.window.activeTextEditor;
  });

  it('explains the property of a finding in a preview of its page', async () => {
    const row = everyRow(trimtab.testing.trees.findings.rows).find((candidate) => candidate.finding !== undefined);
    assert.equal(row?.context, 'property');
    await vscode.commands.executeCommand('trimtab.explainProperty', row);
    const label = `Preview ${row.finding?.property}.md`;
    await eventually(() => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).find((tab) => tab.label === label));
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('has lenses over its functions', async () => {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      editor.document.uri,
    );
    const ours = lenses.map((lens) => lens.command?.title ?? '').filter((title) => title.startsWith('time '));
    assert.ok(
      ours.some((title) => /^time \d+\.\d % · .+ \d+\.\d %/.test(title)),
      ours.join('\n'),
    );
  });

  it('marks lines with a share, a property and its ranks', () => {
    for (const mark of marks) {
      assert.match(mark.text, /^((< )?\d+\.\d % |makes others wait \d+\.\d %)/);
      assert.equal(mark.stale, false);
    }
  });

  it('explains a marked line in its hover', async () => {
    const mark = elementAt(marks, 0);
    const character = editor.document.lineAt(mark.line).firstNonWhitespaceCharacterIndex;
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      editor.document.uri,
      new vscode.Position(mark.line, character),
    );
    const text = hovers
      .flatMap((hover) => hover.contents)
      .map((content) => (content instanceof vscode.MarkdownString ? content.value : ''))
      .join('\n');
    assert.match(text, /%/);
    assert.match(text, /rank/);
  });

  it('takes the cursor from mark to mark', async () => {
    const lines = marks.map((mark) => mark.line).sort((a, b) => a - b);
    editor = await open(program, source);
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await vscode.commands.executeCommand('trimtab.nextMark');
    assert.equal(editor.selection.active.line, lines[0]);
    await vscode.commands.executeCommand('trimtab.previousMark');
    assert.equal(editor.selection.active.line, lines.at(-1));
  });

  it('selects the call paths of the line in the editor where that is wanted, and not those of lines that it shows', async () => {
    const settings = vscode.workspace.getConfiguration('trimtab');
    const selection = () => trimtab.testing.selection();
    await settings.update('followLine', true, vscode.ConfigurationTarget.Global);
    editor = await open(program, source);
    const text = editor.document.getText();
    const { line } = editor.document.positionAt(text.indexOf('MPI_Waitall('));
    editor.selection = new vscode.Selection(line, 0, line, 0);
    await eventually(() => (selection()?.place?.line === line + 1 ? true : undefined));
    assert.equal(selection()?.nodes?.length, 1);
    const row = everyRow(trimtab.testing.trees.findings.rows).find(
      ({ finding }) => finding?.place !== undefined && finding.place.line !== line + 1,
    );
    assert.ok(row?.finding?.place);
    await vscode.commands.executeCommand('trimtab.showFinding', row.finding);
    const found = await eventually(() => (selection()?.property === undefined ? undefined : selection()));
    assert.equal(found.property, row.finding.property);
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, row.finding.place.line - 1);
    // Nothing announces that a line is not followed.
    await new Promise((resolve) => setTimeout(resolve, 3 * LINE_REST_MS));
    assert.deepEqual(selection(), found);
    await settings.update('followLine', undefined, vscode.ConfigurationTarget.Global);
  });

  it('has marks that move with their lines, and grow stale with them', async () => {
    const { line } = elementAt(marks, 0);
    editor = await open(program, source);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '/* one\n   two */\n'));
    const moved = await marksOf(trimtab, editor, (now) => now.some((mark) => mark.line === line + 2));
    assert.equal(moved.find((mark) => mark.line === line + 2)?.stale, false);
    const text = editor.document.lineAt(line + 2);
    await editor.edit((edit) => edit.replace(text.range, `${text.text} /* changed */`));
    await marksOf(trimtab, editor, (now) => now.some((mark) => mark.line === line + 2 && mark.stale));
    await vscode.commands.executeCommand('workbench.action.files.revert');
    const again = await marksOf(trimtab, editor, (now) => now.every((mark) => !mark.stale) && some(now));
    assert.deepEqual(sorted(again), sorted(marks));
  });

  it('shows fewer marks or none according to the settings', async () => {
    const settings = vscode.workspace.getConfiguration('trimtab.marks');
    await settings.update('enabled', false, vscode.ConfigurationTarget.Global);
    await marksOf(trimtab, editor, (now) => now.length === 0);
    await settings.update('enabled', undefined, vscode.ConfigurationTarget.Global);
    await settings.update('minimumLevel', 'critical', vscode.ConfigurationTarget.Global);
    await marksOf(trimtab, editor, (now) => some(now) && now.every((mark) => mark.level === 'critical'));
    await settings.update('minimumLevel', undefined, vscode.ConfigurationTarget.Global);
    await marksOf(trimtab, editor, (now) => now.length === marks.length);
  });

  it('has no lenses if the settings disable them', async () => {
    const settings = vscode.workspace.getConfiguration('trimtab.codeLens');
    const count = async () => {
      const { uri } = editor.document;
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri);
      return lenses.filter((lens) => lens.command?.title.startsWith('time ')).length;
    };
    assert.ok((await count()) > 0);
    await settings.update('enabled', false, vscode.ConfigurationTarget.Global);
    assert.equal(await count(), 0);
    await settings.update('enabled', undefined, vscode.ConfigurationTarget.Global);
    assert.ok((await count()) > 0);
  });

  it('takes its marks to the sources that a person locates, and back', async () => {
    const row = everyRow(trimtab.testing.trees.findings.rows).find(
      (candidate) => candidate.finding?.place !== undefined,
    );
    const located = vscode.Uri.file(inWorkspace('located', source));
    await vscode.workspace.fs.copy(editor.document.uri, located);
    await locating(located, () => vscode.commands.executeCommand('trimtab.locateSource', row));
    const there = await vscode.window.showTextDocument(located);
    assert.deepEqual(sorted(await marksOf(trimtab, there, some)), sorted(marks));
    const setting = () => vscode.workspace.getConfiguration('trimtab').get<Record<string, string>>('pathMap', {});
    assert.deepEqual(Object.values(setting()), [inWorkspace('located')]);
    await answering(
      'showQuickPick',
      (choices) => itemOf(choices, 'Forget that '),
      () => vscode.commands.executeCommand('trimtab.locateSource'),
    );
    await marksOf(trimtab, there, (now) => now.length === 0);
    assert.deepEqual(setting(), {});
    await vscode.workspace.fs.delete(vscode.Uri.file(inWorkspace('located')), { recursive: true });
    editor = await open(program, source);
    await marksOf(trimtab, editor, some);
  });

  it('can be put aside and looked at again', async () => {
    await vscode.commands.executeCommand('trimtab.clearMarks');
    await marksOf(trimtab, editor, (now) => now.length === 0);
    assert.equal(await trimtab.api.report(), undefined);
    await vscode.commands.executeCommand('trimtab.selectExperiment', id);
    await marksOf(trimtab, editor, some);
    assert.equal((await trimtab.api.report())?.processes, 4);
  });

  it('can be renamed and annotated', async () => {
    const row = () => trimtab.testing.trees.experiments.rows.find((candidate) => candidate.id === id);
    await answering(
      'showInputBox',
      () => ' before ',
      () => vscode.commands.executeCommand('trimtab.renameExperiment', row()),
    );
    await eventually(() => (row()?.label === 'before' ? true : undefined));
    await answering(
      'showInputBox',
      () => 'one row',
      () => vscode.commands.executeCommand('trimtab.annotateExperiment', row()),
    );
    await eventually(() => (row()?.description?.includes('one row') === true ? true : undefined));
  });

  it('is written for other tools, in the format and file that the user chooses', async () => {
    const row = () => trimtab.testing.trees.experiments.rows.find((candidate) => candidate.id === id);
    const written = vscode.Uri.file(inWorkspace('exported.folded'));
    let offered: unknown;
    await answering(
      'showSaveDialog',
      (shown) => ((offered = shown), written),
      () =>
        answering(
          'showQuickPick',
          (choices) => itemOf(choices, 'folded stacks'),
          () => vscode.commands.executeCommand('trimtab.exportExperiment', row()),
        ),
    );
    assert.ok(typeof offered === 'object' && offered !== null && 'defaultUri' in offered);
    assert.match(String(offered.defaultUri), /\.folded$/);
    const text = Buffer.from(await vscode.workspace.fs.readFile(written)).toString();
    assert.match(text, /;MPI_\w+.* \d+$/m);
    await vscode.workspace.fs.delete(written);
  });

  it('is deleted only after asking, and its archive stays', async () => {
    const row = () => trimtab.testing.trees.experiments.rows.find((candidate) => candidate.id === id);
    await answering(
      'showWarningMessage',
      () => undefined,
      () => vscode.commands.executeCommand('trimtab.deleteExperiment', row()),
    );
    assert.ok((await trimtab.api.experiments()).some((experiment) => experiment.id === id));
    await answering(
      'showWarningMessage',
      () => 'Delete',
      () => vscode.commands.executeCommand('trimtab.deleteExperiment', row()),
    );
    await eventually(() => (row() === undefined ? true : undefined));
    await vscode.workspace.fs.stat(vscode.Uri.file(inWorkspace(program, 'recorded')));
  });
});

function sorted(marks: readonly LineMark[]): LineMark[] {
  return [...marks].sort((a, b) => a.line - b.line);
}
