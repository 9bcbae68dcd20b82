import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { elementAt } from '../../../src/base/elements.js';
import { activate, eventually, inWorkspace, marksOf, open, type Trimtab } from './support/workbench.js';

describe('the history', () => {
  let trimtab: Trimtab;

  before(async () => {
    trimtab = await activate();
  });

  it('shows the marks of the run selected, in Fortran as in C', async () => {
    const heat = await trimtab.api.openTrace(inWorkspace('heat2d-mpi', 'recorded'));
    await trimtab.api.openTrace(inWorkspace('sweep-mpi', 'recorded'));
    const editor = await open('sweep-mpi', 'sweep.f90');
    assert.equal(editor.document.languageId, 'fortran');
    await marksOf(trimtab, editor, (now) => now.length > 0);
    await vscode.commands.executeCommand('trimtab.selectExperiment', heat);
    await marksOf(trimtab, editor, (now) => now.length === 0);
    await marksOf(trimtab, await open('heat2d-mpi', 'heat2d.c'), (now) => now.length > 0);
  });

  it('shows a damaged experiment with its reason, and all others as before', async () => {
    const experiments = await trimtab.api.experiments();
    const folder = join(elementAt(experiments, 0).folder, '..', '20200101-000000-torn-0000');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'manifest.yaml'), 'version: 1\nid: [');
    await vscode.commands.executeCommand('trimtab.refresh');
    const rows = await eventually(() => {
      const { rows } = trimtab.testing.trees.experiments;
      return rows.length > experiments.length ? rows : undefined;
    });
    const damaged = rows.filter((row) => row.context === 'experiment.damaged');
    assert.equal(damaged.length, 1);
    assert.match(elementAt(damaged, 0).description ?? '', /manifest\.yaml/);
    assert.equal(readFileSync(join(folder, 'manifest.yaml'), 'utf8'), 'version: 1\nid: [', 'left as it was');
    assert.equal(rows.length, experiments.length + 1);
  });
});
