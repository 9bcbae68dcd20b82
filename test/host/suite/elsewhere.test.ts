/** A public trace whose sources were compiled on another machine, and a tree here that holds them. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import {
  activate,
  answering,
  eventually,
  everyRow,
  inWorkspace,
  itemOf,
  locating,
  marksOf,
  type Trimtab,
} from './support/workbench.js';

const trace = join(process.env.TRIMTAB_CONFORMANCE_DATA ?? '', 'otf2', 'casita_4_mpi_ls_barr');

describe('a trace that was measured elsewhere', () => {
  let trimtab: Trimtab;
  let selected: string | undefined;
  let id: string;
  const file = (folder: string): string => inWorkspace('moved', folder, 'gen_mpi.c');

  before(async function () {
    if (!existsSync(trace)) this.skip();
    trimtab = await activate();
    selected = trimtab.testing.trees.experiments.rows.find((row) => row.context === 'experiment.selected')?.id;
    // Two files of the name: none is taken without a word.
    for (const path of [file('one'), file('other')]) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, '/* */\n'.repeat(120));
    }
    id = await trimtab.api.openTrace(trace);
  });

  after(async () => {
    await vscode.workspace
      .getConfiguration('trimtab')
      .update('pathMap', undefined, vscode.ConfigurationTarget.Workspace);
    rmSync(inWorkspace('moved'), { recursive: true, force: true });
  });

  it('reports that a source is missing, and how to locate it', async () => {
    const finding = everyRow(trimtab.testing.trees.findings.rows).find((row) => row.finding?.place)?.finding;
    assert.ok(finding?.place);
    assert.match(finding.place.file, /gen_mpi\.c$/);
    const opened = vscode.window.activeTextEditor?.document.fileName;
    const said = new Promise<string>((resolve) => {
      const subscription = trimtab.testing.onDidShowMessage(({ text }) => {
        subscription.dispose();
        resolve(text);
      });
    });
    await vscode.commands.executeCommand('trimtab.showFinding', finding);
    assert.match(await said, /gen_mpi\.c was not found here/);
    assert.equal(vscode.window.activeTextEditor?.document.fileName, opened, 'nothing is opened by itself');
  });

  it('is marked at once where a person has located one file, and no longer when that is forgotten', async () => {
    const row = everyRow(trimtab.testing.trees.findings.rows).find((candidate) => candidate.finding?.place);
    const located = vscode.Uri.file(file('other'));
    const editor = await vscode.window.showTextDocument(located, { preview: false });
    await marksOf(trimtab, editor, (marks) => marks.length === 0);
    await locating(located, () => vscode.commands.executeCommand('trimtab.locateSource', row));
    const marks = await marksOf(trimtab, editor, (now) => now.length > 0);
    assert.ok(marks.every(({ stale }) => !stale));
    const setting = vscode.workspace.getConfiguration('trimtab', located).inspect<Record<string, string>>('pathMap');
    assert.deepEqual(Object.values(setting?.workspaceValue ?? {}), [inWorkspace('moved', 'other')]);
    const line = row?.finding?.place?.line ?? 0;
    await vscode.commands.executeCommand('trimtab.showFinding', row?.finding);
    assert.equal(vscode.window.activeTextEditor?.document.fileName, located.fsPath);
    assert.equal(vscode.window.activeTextEditor.selection.active.line, line - 1);
    await answering(
      'showQuickPick',
      (choices) => itemOf(choices, 'Forget that '),
      () => vscode.commands.executeCommand('trimtab.locateSource'),
    );
    await marksOf(trimtab, editor, (now) => now.length === 0);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('goes as any other, and the one that was selected comes back', async () => {
    const row = () => trimtab.testing.trees.experiments.rows.find((candidate) => candidate.id === id);
    await answering(
      'showWarningMessage',
      () => 'Delete',
      () => vscode.commands.executeCommand('trimtab.deleteExperiment', row()),
    );
    await eventually(() => (row() === undefined ? true : undefined));
    if (selected !== undefined) await vscode.commands.executeCommand('trimtab.selectExperiment', selected);
  });
});
