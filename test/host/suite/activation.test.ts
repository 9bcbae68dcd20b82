import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { elementAt } from '../../../src/base/elements.js';
import { commandNames } from '../../../src/extension/commands/commandTable.js';
import { activate, eventually, type Trimtab } from './support/workbench.js';

describe('activation', () => {
  let trimtab: Trimtab;

  before(async () => {
    trimtab = await activate();
  });

  it('returns the API of version 1', () => {
    assert.equal(trimtab.api.version, 1);
  });

  it('registers exactly the commands of the manifest', async () => {
    const all = await vscode.commands.getCommands(true);
    // Views have automatic commands, such as trimtab.findings.focus.
    const ours = all.filter((id) => /^trimtab\.\w+$/.test(id));
    assert.deepEqual(ours.sort(), Object.keys(commandNames).sort());
  });

  it('has a running engine', () => {
    assert.ok(trimtab.testing.engineProcess());
  });

  it('knows Fortran without another extension', async () => {
    assert.ok((await vscode.languages.getLanguages()).includes('fortran'));
  });

  it('shows in the Targets view where programs can run', async () => {
    await vscode.commands.executeCommand('trimtab.targets.focus');
    const rows = await eventually(() => {
      const { rows } = trimtab.testing.trees.targets;
      return rows.length > 0 ? rows : undefined;
    });
    assert.equal(elementAt(rows, 0).label, 'local');
    assert.ok(elementAt(rows, 0).description);
  });
});
