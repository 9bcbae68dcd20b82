import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { elementAt } from '../../../src/base/elements.js';
import type { ShownMessage } from '../../../src/extension/notifier.js';
import { processesIn } from '../../support/processes.js';
import { endlessProgram, hasCompiler, project } from './support/programs.js';
import {
  activate,
  answering,
  eventually,
  inWorkspace,
  itemOf,
  marksOf,
  next,
  open,
  type Trimtab,
} from './support/workbench.js';

describe('an engine that is killed', () => {
  let trimtab: Trimtab;
  let subscription: vscode.Disposable;
  const messages: ShownMessage[] = [];

  before(async () => {
    trimtab = await activate();
    await trimtab.api.openTrace(inWorkspace('heat2d-mpi', 'recorded'));
    subscription = trimtab.testing.onDidShowMessage((message) => messages.push(message));
  });

  beforeEach(() => {
    messages.length = 0;
  });

  after(() => {
    subscription.dispose();
  });

  /** Ends the engine as the system does when memory runs out. */
  const kill = () => {
    const running = trimtab.testing.engineProcess();
    assert.ok(running, 'no engine runs');
    process.kill(running, 'SIGKILL');
    return running;
  };

  it('comes back as another process, with one message', async () => {
    const started = next(trimtab.testing.onDidStartEngine);
    const killed = kill();
    await started;
    assert.notEqual(trimtab.testing.engineProcess(), killed);
    assert.deepEqual(
      messages.map((message) => message.text),
      ['The Trimtab engine was restarted after a failure. Your experiments are kept.'],
    );
  });

  it('still has the experiment and its marks', async () => {
    assert.ok(await trimtab.api.report());
    const editor = await open('heat2d-mpi', 'heat2d.c');
    await marksOf(trimtab, editor, (now) => now.length > 0);
    assert.deepEqual(messages, []);
  });

  it('reports in the same message that a run continues, and can run again', async function () {
    if (!hasCompiler) this.skip();
    project('interrupted', endlessProgram);
    const done = answering(
      'showQuickPick',
      (entries) => itemOf(entries, 'Create and Run'),
      () =>
        vscode.commands.executeCommand(
          'trimtab.analyzePerformance',
          vscode.Uri.file(inWorkspace('interrupted', 'main.c')),
        ),
    );
    await eventually(() => (existsSync(inWorkspace('interrupted', 'started')) ? true : undefined));
    const started = next(trimtab.testing.onDidStartEngine);
    kill();
    await Promise.all([started, done]);
    for (const pid of processesIn(inWorkspace('interrupted'))) process.kill(pid, 'SIGKILL');
    assert.match(elementAt(messages, 0).text, /run in progress continues/);
    const { experiments } = await eventually(async () => {
      const experiments = await trimtab.api.experiments();
      return experiments.every((experiment) => experiment.state !== 'running') ? { experiments } : undefined;
    });
    assert.notEqual(elementAt(experiments, 0).state, 'complete');
  });

  it('is given up when it keeps stopping, until the person starts it', async () => {
    const givenUp = () => messages.some((message) => message.text.includes('stopped repeatedly'));
    while (!givenUp()) {
      const settled = Promise.race([next(trimtab.testing.onDidStartEngine), next(trimtab.testing.onDidShowMessage)]);
      kill();
      await settled;
      await eventually(() => (givenUp() || trimtab.testing.engineProcess() !== undefined ? true : undefined));
    }
    assert.equal(messages.filter((message) => message.level === 'error').length, 1);
    const started = next(trimtab.testing.onDidStartEngine);
    await vscode.commands.executeCommand('trimtab.restartEngine');
    await started;
    assert.ok(await trimtab.api.report());
  });
});
