/** An untrusted folder: viewed without trust, then trusted; its contents start nothing in either. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { elementAt } from '../../../src/base/elements.js';
import { activate, eventually, everyRow, inWorkspace, next, type Trimtab } from '../suite/support/workbench.js';

const notes = process.env.PLANTED_NOTES ?? '';
const views = ['findings', 'experiments', 'targets', 'workflowRuns'] as const;

/** All texts of messages, questions and their buttons. */
const said: string[] = [];

function listen(): void {
  for (const name of ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const)
    Object.defineProperty(vscode.window, name, {
      configurable: true,
      value: (...shown: unknown[]) => {
        said.push(...shown.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))));
        return Promise.resolve(undefined);
      },
    });
}

/** Returns the started programs, a line each. */
const started = (): string[] => (existsSync(notes) ? readFileSync(notes, 'utf8').trimEnd().split('\n') : []);

/** The texts of all files of runs and repetitions. */
function planted(): Record<string, string> {
  const folder = inWorkspace('.trimtab');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(runs|experiments)\b/.test(name) && statSync(join(folder, name)).isFile())
    .sort();
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** Shows every view, and waits until the engine has answered what they ask. */
async function lookAround({ api, testing }: Trimtab): Promise<void> {
  for (const view of views) await vscode.commands.executeCommand(`trimtab.${view}.focus`);
  await vscode.commands.executeCommand('trimtab.refresh');
  await eventually(() => (views.slice(1).every((view) => trees(testing, view).length > 0) ? true : undefined));
  await api.experiments();
}

type View = (typeof views)[number];
const trees = (testing: Trimtab['testing'], view: View) => testing.trees[view].rows;
const runRows = ({ testing }: Trimtab) =>
  trees(testing, 'workflowRuns').map(({ description }) => String(description).replace(/ · \d.*$/, ''));

describe('an untrusted folder', () => {
  let trimtab: Trimtab;
  let untouched: Record<string, string>;

  before(async () => {
    untouched = planted();
    listen();
    trimtab = await activate();
  });

  it('is opened without trust, and looked at', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    await lookAround(trimtab);
    assert.equal((await trimtab.api.experiments()).length, 1);
    assert.match(String(elementAt(trees(trimtab.testing, 'targets'), 0).description), /once you trust the workspace/);
    // The owner on another machine is not believed.
    assert.deepEqual(runRows(trimtab).sort(), ['interrupted · external', 'interrupted · external']);
    assert.deepEqual(started(), []);
  });

  it('starts nothing without trust whatever is asked of it', async () => {
    const workflowRun = elementAt(trees(trimtab.testing, 'workflowRuns'), 0).workflowRun;
    await vscode.commands.executeCommand('trimtab.resumeWorkflow', { workflowRun });
    await vscode.commands.executeCommand('trimtab.analyzePerformance', vscode.Uri.file(inWorkspace('trimtab.yaml')));
    assert.deepEqual(started(), []);
  });

  it('resumes nothing and asks nothing when it is trusted', async () => {
    const granted = next(vscode.workspace.onDidGrantWorkspaceTrust);
    await vscode.commands.executeCommand('workbench.trust.manage');
    console.log('[tests] trust the folder');
    await granted;
    await eventually(() =>
      String(elementAt(trees(trimtab.testing, 'targets'), 0).description).includes('once you trust') ? undefined : true,
    );
    await lookAround(trimtab);
    assert.deepEqual(runRows(trimtab).sort(), ['asking · external', 'interrupted · external']);
    assert.deepEqual(planted(), untouched);
  });

  it('has compilers asked at most, and those outside of it, in a folder outside of it', () => {
    const asked = started();
    assert.deepEqual(
      asked.filter((line) => !/^mpi\w+ (--version|-show) in \/ from /.test(line)),
      [],
    );
    assert.ok(asked.every((line) => !line.endsWith(` from ${inWorkspace()}`)));
  });

  it('shows no link in any message', () => {
    assert.deepEqual(
      said.filter((text) => text.includes('](')),
      [],
    );
    assert.ok(everyRow(trees(trimtab.testing, 'experiments')).length > 0);
  });

  it('runs once its commands were looked at, which is noticed', async () => {
    const row = trees(trimtab.testing, 'workflowRuns').find(({ description }) =>
      String(description).startsWith('interrupted'),
    );
    const shown: string[] = [];
    const answer = Object.getOwnPropertyDescriptor(vscode.window, 'showQuickPick');
    assert.ok(answer);
    Object.defineProperty(vscode.window, 'showQuickPick', {
      configurable: true,
      value: (items: readonly vscode.QuickPickItem[]) => {
        shown.push(vscode.window.activeTextEditor?.document.getText() ?? '');
        return Promise.resolve(items.find(({ label }) => label === 'Continue'));
      },
    });
    await vscode.commands.executeCommand('trimtab.resumeWorkflow', { workflowRun: row?.workflowRun });
    Object.defineProperty(vscode.window, 'showQuickPick', answer);
    assert.match(shown.join(''), /command: planted-program workflow\n/);
    await eventually(() => (started().includes('workflow') ? true : undefined));
    assert.ok(started().some((line) => line.startsWith('planted-program workflow in ')));
  });
});
