import assert from 'node:assert/strict';
import type { ShownMessage } from '../../../src/extension/notifier.js';
import { activate, eventually, inWorkspace, marksOf, next, open, type Trimtab } from './support/workbench.js';

describe('an engine that is killed', () => {
  let trimtab: Trimtab;
  let killed: number;
  const messages: ShownMessage[] = [];

  before(async () => {
    trimtab = await activate();
    await trimtab.api.openTrace(inWorkspace('heat2d-mpi', 'recorded'));
    trimtab.testing.onDidShowMessage((message) => messages.push(message));
    const pid = trimtab.testing.engineProcess();
    assert.ok(pid);
    killed = pid;
    const started = next(trimtab.testing.onDidStartEngine);
    process.kill(killed, 'SIGKILL');
    await started;
  });

  it('comes back as another process', () => {
    assert.ok(trimtab.testing.engineProcess());
    assert.notEqual(trimtab.testing.engineProcess(), killed);
  });

  it('still has the experiment and its marks', async () => {
    assert.ok(await trimtab.api.report());
    const editor = await open('heat2d-mpi', 'heat2d.c');
    const marks = await marksOf(trimtab, editor, (now) => now.length > 0);
    assert.ok(marks.length > 0);
  });

  it('said so once', async () => {
    await eventually(() => (messages.length > 0 ? true : undefined));
    assert.equal(messages.length, 1);
    assert.match(messages[0].text, /^The Trimtab engine stopped and was started again/);
  });
});
