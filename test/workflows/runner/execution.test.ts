import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { answerOf } from '../../../src/workflows/runs/answers.js';
import { answerRun, cancelRun, OpenRuns, readRun, readRuns, startRun } from '../../../src/workflows/runner/index.js';
import { project, resumed, surroundingsOf, told, whole } from './support.js';

const touch = (name: string): string => `shell: { command: [sh, -c, "echo x >> ${name}"] }`;
const lines = (folder: string, name: string): number =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8').split('\n').length - 1 : 0;

describe('a workflow run', () => {
  it('does its steps in order and hands on what they give', async () => {
    const folder = project(`inputs: { word: hello }
steps:
  - id: say
    shell: { command: [echo, "\${{ inputs.word }} world"] }
  - id: again
    shell: { command: [echo, "\${{ steps.say.output }}!"] }
  - id: not
    shell: { command: ['false'] }
    when: steps.say.output == 'something else'
`);
    const state = await whole(folder, { word: 'good' });
    expect(state.state).toBe('succeeded');
    expect(told(state)).toEqual(['say: succeeded', 'again: succeeded', 'not: skipped']);
    expect(state.steps[1]?.outputs).toEqual({ exit: 0, output: 'good world!' });
    const log = readFileSync(join(readRun(folder, state.id).folder, elementAt(state.steps, 1).log ?? ''), 'utf8');
    expect(log).toBe("$ echo 'good world!'\ngood world!\n");
  });

  it('goes through loops and matrices', async () => {
    const folder = project(`steps:
  - id: grid
    matrix:
      over: { a: [1, 2], b: [x, y] }
      steps:
        - id: one
          shell: { command: [echo, "\${{ matrix.a }}\${{ matrix.b }}"] }
  - id: count
    loop:
      until: loop.round == 3
      steps:
        - id: one
          shell: { command: [echo, "\${{ loop.round }}"] }
  - id: both
    parallel:
      steps:
        - id: left
          shell: { command: [echo, left] }
        - id: right
          shell: { command: [echo, right] }
  - id: sum
    shell:
      command:
        - echo
        - \${{ steps.grid.results[3].one.output }} \${{ length(steps.count.rounds) }} \${{ steps.both.right.output }}
`);
    const state = await whole(folder);
    expect(state.sentence).toBeUndefined();
    expect(told(state).filter((line) => line.includes('/'))).toEqual([
      'grid[a=1,b=x]/one: succeeded',
      'grid[a=1,b=y]/one: succeeded',
      'grid[a=2,b=x]/one: succeeded',
      'grid[a=2,b=y]/one: succeeded',
      'count[1]/one: succeeded',
      'count[2]/one: succeeded',
      'count[3]/one: succeeded',
      'both/left: succeeded',
      'both/right: succeeded',
    ]);
    expect(state.steps.at(-1)?.outputs).toEqual({ exit: 0, output: '2y 3 right' });
  });

  it('stops at a step that fails, reports why, and continues from there', async () => {
    const folder = project(`steps:
  - id: first
    ${touch('first')}
  - id: needs
    shell: { command: [test, -e, there] }
  - id: last
    ${touch('last')}
`);
    const failed = await whole(folder);
    expect(failed.state).toBe('failed');
    expect(failed.sentence).toBe('Run a command: test -e there ended with exit code 1; see its output.');
    expect(told(failed)).toEqual(['first: succeeded', 'needs: failed']);
    writeFileSync(join(folder, 'there'), '');
    const state = await resumed(folder, failed.id);
    expect(told(state)).toEqual(['first: succeeded', 'needs: succeeded', 'last: succeeded']);
    expect([lines(folder, 'first'), lines(folder, 'last')]).toEqual([1, 1]);
    const again = await resumed(folder, failed.id, 'needs');
    expect(again.state).toBe('succeeded');
    expect([lines(folder, 'first'), lines(folder, 'last')]).toEqual([1, 2]);
  });

  it('tries again as often as it may', async () => {
    const folder = project(`steps:
  - id: third
    shell: { command: [sh, -c, "echo x >> tries; test $(wc -l < tries) -ge 2"] }
    retries: 2
`);
    const state = await whole(folder);
    expect(state.state).toBe('succeeded');
    expect(state.steps[0]?.attempt).toBe(2);
  });

  it('ends a step that takes too long', async () => {
    const folder = project(`steps:\n  - shell: { command: [sleep, "60"] }\n    timeout: 1\n`);
    const state = await whole(folder);
    expect(state.state).toBe('failed');
    expect(state.sentence).toContain('took longer than 1 s');
  });

  it('asks, and accepts the answer of any client', async () => {
    const folder = project(`steps:
  - ask: { question: Go on?, choices: [yes please, no] }
  - id: after
    ${touch('after')}
    when: steps.ask.answer == 'yes please'
`);
    const run = startRun('w.yaml', {}, surroundingsOf(folder), {
      signal: new AbortController().signal,
      onChange: ({ id, steps }) => {
        if (steps[0]?.state !== 'asking') return;
        expect(() => answerRun(folder, id, 'ask', 'perhaps')).toThrow('choose one of: yes please, no');
        answerRun(folder, id, 'ask', 'yes please');
      },
    });
    const { state } = await run.ended;
    expect(told(state)).toEqual(['ask: succeeded', 'after: succeeded']);
  });

  it('accepts no answer that was planted in its folder, whatever its content', async () => {
    const folder = project('steps:\n  - ask: { question: Go on?, choices: [yes, no] }\n');
    const planted: string[] = [];
    const state = await whole(
      folder,
      {},
      {
        onChange: ({ id, steps }) => {
          const run = join(folder, '.trimtab', 'runs', id);
          const answers = (): string[] => readdirSync(run).filter((name) => name.startsWith('answer-'));
          if (steps.at(0)?.state !== 'asking' || answers().length > 0) return;
          answerRun(folder, id, 'ask', 'no');
          // One that was not offered, and one without this user's seal.
          const [name = ''] = answers();
          const own = readFileSync(join(run, name), 'utf8');
          for (const text of ['perhaps', own.replace(/no$/, 'yes'), own.replace(/no$/, 'perhaps')]) {
            writeFileSync(join(run, name), text);
            const question = { text: 'Go on?', choices: ['yes', 'no'] };
            planted.push(String(answerOf(run, 'ask', question)));
          }
          writeFileSync(join(run, name), own);
        },
      },
    );
    expect(planted).toEqual(['undefined', 'undefined', 'undefined']);
    expect(state.steps[0]?.outputs).toEqual({ answer: 'no' });
  });

  it('is cancelled from outside, with what it runs', async () => {
    const folder = project(`steps:\n  - shell: { command: [sleep, "60"] }\n`);
    const run = startRun('w.yaml', {}, surroundingsOf(folder), {
      signal: new AbortController().signal,
      onChange: ({ id, steps }) => {
        if (steps[0]?.log !== undefined) cancelRun(folder, id);
      },
    });
    const { state } = await run.ended;
    expect([state.state, ...told(state)]).toEqual(['cancelled', 'shell: cancelled']);
  });

  it('is left in its state, and read as interrupted until it is continued', async () => {
    const folder = project(`steps:
  - id: first
    ${touch('first')}
  - ask: { question: Go on? }
`);
    const leave = new AbortController();
    const state = await whole(
      folder,
      {},
      {
        signal: leave.signal,
        onChange: ({ steps }) => {
          if (steps[1]?.state === 'asking') leave.abort('leave');
        },
      },
    );
    expect(told(state)).toEqual(['first: succeeded', 'ask: asking']);
    expect(readRun(folder, state.id).state).toBe('interrupted');
    cancelRun(folder, state.id);
    expect(readRun(folder, state.id).state).toBe('cancelled');
  });

  it('reports a missing input, and mistakes in its file', () => {
    const folder = project(`inputs: { a: 1 }\nsteps:\n  - build: {}\n`);
    const observer = { signal: new AbortController().signal };
    const start =
      (name: string, inputs = {}) =>
      () =>
        startRun(name, inputs, surroundingsOf(folder), observer);
    expect(start('w.yaml', { b: 1 })).toThrow('has no input "b"; it has: a.');
    expect(start('nothing.yaml')).toThrow(/There is no workflow "nothing.yaml"; .* analyze-performance/);
    writeFileSync(join(folder, 'w.yaml'), 'version: 1\nname: x\nsteps:\n  - bild: {}\n');
    expect(start('w.yaml')).toThrow(/w\.yaml, line 4: this step has no action/);
  });

  it('is shown as damaged when its state is', async () => {
    const folder = project(`steps:\n  - build: {}\n`);
    const { id } = await whole(folder);
    writeFileSync(join(readRun(folder, id).folder, 'state.yaml'), 'format: [');
    expect(readRuns(folder).map(({ state }) => state)).toEqual(['damaged']);
    rmSync(folder, { recursive: true });
    expect(readRuns(folder)).toEqual([]);
  });
});

describe('runs that have not ended', () => {
  it('are announced without reading ended ones again, until those continue', async () => {
    const folder = project(`steps:\n  - id: one\n    shell: { command: [echo, x] }\n`);
    const { id } = await whole(folder);
    const file = join(readRun(folder, id).folder, 'state.yaml');
    const ended = readFileSync(file, 'utf8');
    const going = ended.replace(/^state: succeeded$/m, 'state: running');
    const runs = new OpenRuns();
    expect(runs.of(folder)).toEqual([]);

    const { mtime } = statSync(file);
    utimesSync(file, mtime, mtime);
    expect(runs.of(folder)).toEqual([]);
    writeFileSync(file, going);
    utimesSync(file, mtime, mtime);
    expect(runs.of(folder), 'nothing tells that it was written').toEqual([]);
    utimesSync(file, mtime, new Date(mtime.getTime() + 1000));
    expect(runs.of(folder).map(({ state }) => state)).toEqual(['interrupted']);
    expect(runs.of(folder)).toHaveLength(1);
  });
});
