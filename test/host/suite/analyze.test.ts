import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { elementAt } from '../../../src/base/elements.js';
import type { ShownMessage } from '../../../src/extension/notifier.js';
import { processesIn } from '../../support/processes.js';
import { endlessProgram, hasCompiler, project, waitingProgram } from './support/programs.js';
import {
  activate,
  answering,
  eventually,
  inWorkspace,
  itemOf,
  marksOf,
  open,
  type Trimtab,
} from './support/workbench.js';

describe('Analyze Performance', function () {
  this.timeout(180_000);
  let trimtab: Trimtab;
  let subscription: vscode.Disposable | undefined;
  const messages: ShownMessage[] = [];

  before(async function () {
    if (!hasCompiler) {
      console.log('There is no MPI compiler (mpicc) here: programs cannot be measured, these tests are left out.');
      this.skip();
    }
    trimtab = await activate();
    subscription = trimtab.testing.onDidShowMessage((message) => messages.push(message));
  });

  after(() => {
    subscription?.dispose();
  });

  beforeEach(() => {
    messages.length = 0;
  });

  const analyze = (...path: string[]) =>
    vscode.commands.executeCommand('trimtab.analyzePerformance', vscode.Uri.file(inWorkspace(...path)));

  it('measures a program according to its configuration, and marks its lines', async () => {
    const earlier = (await trimtab.api.experiments()).length;
    await analyze('heat2d-mpi', 'heat2d.c');
    const experiments = await trimtab.api.experiments();
    assert.equal(experiments.length, earlier + 1, messages.map((message) => message.text).join('\n'));
    assert.deepEqual([elementAt(experiments, 0).state, elementAt(experiments, 0).processes], ['complete', 4]);
    const marks = await marksOf(trimtab, await open('heat2d-mpi', 'heat2d.c'), (now) => now.length > 0);
    assert.ok(marks.some((mark) => !mark.stale));
    assert.deepEqual(messages, []);
  });

  it('proposes a configuration where there is none, writes it with consent, and runs', async () => {
    const configuration = project('lone', waitingProgram);
    await answering(
      'showQuickPick',
      (entries) => {
        assert.match(JSON.stringify(entries), /Create and Run.*trimtab-cc/);
        return undefined;
      },
      () => analyze('lone', 'main.c'),
    );
    assert.equal(existsSync(configuration), false, 'nothing is written without consent');
    const proposed = vscode.window.activeTextEditor?.document;
    assert.equal(proposed?.uri.scheme, 'untitled');
    assert.match(proposed.getText(), /trimtab-cc/);
    await answering(
      'showQuickPick',
      (entries) => itemOf(entries, 'Create and Run'),
      () => analyze('lone', 'main.c'),
    );
    assert.equal(existsSync(configuration), true);
    // Nothing is known of it yet: a profile, and the offer of a trace.
    assert.equal((await trimtab.api.report())?.measurement, 'profile');
    assert.deepEqual(
      messages.map(({ level }) => level),
      ['information'],
    );
    assert.match(elementAt(messages, 0).text, /The trace will take about [\d.]+ k?B/);
    await vscode.commands.executeCommand('trimtab.traceWhatMatters', vscode.Uri.file(configuration));
    assert.equal(messages.length, 1);
    const report = await trimtab.api.report();
    assert.ok(report?.findings.some((finding) => finding.property === 'mpi_barrier_wait'));
  });

  it('reports a failed build in one sentence', async () => {
    project('broken', 'int main(void) { return nothing; }\n');
    await answering(
      'showQuickPick',
      (entries) => itemOf(entries, 'Create and Run'),
      () => analyze('broken', 'main.c'),
    );
    assert.equal(messages.length, 1);
    assert.equal(elementAt(messages, 0).level, 'error');
    assert.match(elementAt(messages, 0).text, /main\.c:1/);
    const experiment = elementAt(await trimtab.api.experiments(), 0);
    assert.equal(experiment.state, 'failed');
  });

  it('stops at once when asked to, without a word', async () => {
    project('endless', endlessProgram);
    const done = answering(
      'showQuickPick',
      (entries) => itemOf(entries, 'Create and Run'),
      () => analyze('endless', 'main.c'),
    );
    const started = eventually(() => (existsSync(inWorkspace('endless', 'started')) ? true : undefined));
    await Promise.race([started, done]);
    assert.deepEqual(messages, []);
    await vscode.commands.executeCommand('trimtab.stop');
    await done;
    assert.deepEqual(messages, []);
    const experiment = elementAt(await trimtab.api.experiments(), 0);
    assert.equal(experiment.state, 'cancelled');
    assert.deepEqual(processesIn(inWorkspace('endless')), []);
  });
});
