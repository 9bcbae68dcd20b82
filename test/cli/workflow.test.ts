/** `trimtab workflow …`, in this process. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { readRuns } from '../../src/workflows/runner/index.js';
import { temporaryFolder } from '../experiments/support.js';
import { trimtab } from './support.js';

const FILE = 'hello.trimtab-workflow.yaml';

function project(steps: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'trimtab.yaml'), 'version: 1\nprogram: app\nranks: 1\nrun: { command: [sleep, "600"] }\n');
  writeFileSync(
    join(folder, FILE),
    `version: 1\nname: Hello\ndescription: Says it.\ninputs: { words: [one] }\nsteps:\n${steps}`,
  );
  return folder;
}

const SAY =
  '  - matrix:\n      over: { word: "${{ inputs.words }}" }\n      steps:\n        - shell: { command: [sh, -c, "echo $0 >> said", "${{ matrix.word }}"] }\n';

describe('trimtab workflow', () => {
  it('lists the workflows there are, shipped and own, and the runs', async () => {
    const folder = project(SAY);
    const { code, out } = await trimtab(folder, 'workflow', 'list');
    expect(code).toBe(0);
    for (const name of [
      'adapt-instrumentation',
      'analyze-performance',
      'scalability-study',
      'trace-what-matters',
      'tuning-cycle',
      FILE,
    ])
      expect(out).toContain(name);
    expect(out).toContain('none yet');
    expect(JSON.parse((await trimtab(folder, 'workflow', 'list', '--json')).out)).toMatchObject({ runs: [] });
  });

  it('runs one with other inputs, and continues from a step', async () => {
    const folder = project(SAY);
    const { code, out, err } = await trimtab(folder, 'workflow', 'run', FILE, '--set', 'words=[two, three]');
    expect([code, err.includes('trimtab:')]).toEqual([0, false]);
    expect(out).toContain('Hello: succeeded');
    const said = (): string => readFileSync(join(folder, 'said'), 'utf8');
    expect(said()).toBe('two\nthree\n');
    const from = 'matrix[word=three]/shell';
    expect((await trimtab(folder, 'workflow', 'resume', 'latest', '--from', from)).code).toBe(0);
    expect(said()).toBe('two\nthree\nthree\n');
    expect((await trimtab(folder, 'workflow', 'show', 'latest')).out).toContain('word=three');
    expect((await trimtab(folder, 'workflow', 'resume', 'latest', '--from', 'x')).err).toContain('has no step "x"');
  });

  it('begins no run where its target is not described', async () => {
    const folder = project(SAY);
    writeFileSync(
      join(folder, 'trimtab.yaml'),
      'version: 1\nprogram: app\nranks: 1\ntarget: nix\nrun: { command: [a] }\n',
    );
    const { code, err } = await trimtab(folder, 'workflow', 'run', FILE);
    expect([code, readRuns(folder)]).toEqual([1, []]);
    expect(err).toContain('There is no target "nix"');
  });

  it('leaves a run with a question open if no user can answer, and continues with the answer', async () => {
    const folder = project('  - ask: { question: Go on?, choices: [go, stay] }\n');
    const first = await trimtab(folder, 'workflow', 'run', FILE);
    expect(first.code).toBe(0);
    expect(first.err).toContain('Go on? (go / stay)');
    expect(readRuns(folder)[0]?.state).toBe('interrupted');
    expect((await trimtab(folder, 'workflow', 'answer', 'latest', 'ask', 'perhaps')).err).toContain(
      'choose one of: go, stay',
    );
    expect((await trimtab(folder, 'workflow', 'answer', 'latest', 'ask', 'go')).code).toBe(0);
    const { out } = await trimtab(folder, 'workflow', 'resume', 'latest');
    expect(out).toContain('Answered: go');
  });

  it('continues an external run only after its commands were reviewed', async () => {
    const folder = project(SAY);
    await trimtab(folder, 'workflow', 'run', FILE, '--set', 'words=[two]');
    const copy = temporaryFolder();
    cpSync(folder, copy, { recursive: true });
    expect((await trimtab(copy, 'workflow', 'list')).out).toContain('  succeeded, external');
    expect((await trimtab(copy, 'workflow', 'show', 'latest')).out).toContain('Hello: succeeded, external');
    const again = ['workflow', 'resume', 'latest', '--from', 'matrix'];
    const said = (): string => readFileSync(join(copy, 'said'), 'utf8');
    const refused = await trimtab(copy, ...again);
    expect([refused.code, said()]).toEqual([1, 'two\n']);
    expect(refused.err).toContain("command: sh -c 'echo $0 >> said'");
    const seen = /--seen (\w+)/.exec(refused.err)?.[1] ?? '';
    expect((await trimtab(copy, ...again, '--seen', seen.replace(/^./, 'x'))).code).toBe(1);
    expect(said()).toBe('two\n');
    expect((await trimtab(copy, ...again, '--seen', seen)).code).toBe(0);
    expect(said()).toBe('two\ntwo\n');
    expect((await trimtab(copy, 'workflow', 'list')).out).not.toContain(', external');
  });

  it('cancels a run that was left', async () => {
    const folder = project('  - ask: { question: Go on? }\n');
    await trimtab(folder, 'workflow', 'run', FILE);
    expect((await trimtab(folder, 'workflow', 'cancel', 'latest')).code).toBe(0);
    const { state, steps } = elementAt(readRuns(folder), 0);
    expect([state, steps[0]?.state]).toEqual(['cancelled', 'cancelled']);
    expect((await trimtab(folder, 'workflow', 'cancel', 'latest')).err).toMatch(
      /was cancelled already; there is nothing/,
    );
  });

  it('takes the inputs that the workflow has, of their kinds, before anything begins', async () => {
    const folder = project(SAY);
    const refused = async (...settings: string[]) => {
      const words = settings.flatMap((setting) => ['--set', setting]);
      const { code, err } = await trimtab(folder, 'workflow', 'run', FILE, ...words);
      expect([code, readRuns(folder)]).toEqual([2, []]);
      return err;
    };
    expect(await refused('other=1')).toContain('The workflow "Hello" has no input "other"; it has: words.\n');
    expect(await refused('words=one', 'word=two')).toContain('has no input "word"; did you mean "words"?\n');
    expect(await refused('words=[1, 2]')).toContain(
      'The input "words" cannot be "[1, 2]". Write a value such as ["one"].\n',
    );
    const study = await trimtab(folder, 'workflow', 'run', 'scalability-study', '--set', 'ranks=2,many');
    expect(study).toMatchObject({ code: 2, out: '' });
    expect(study.err).toContain('Write numbers with commas between them, such as 1, 2, 4, 8, 16; “many” is none.');
    expect((await trimtab(folder, 'workflow', 'run', FILE, '--set', 'words=two, three')).code).toBe(0);
    expect(readFileSync(join(folder, 'said'), 'utf8')).toBe('two\nthree\n');
  });

  it('reports mistakes in a sentence, with the exit code of a failure', async () => {
    const folder = project('  - shell: { command: [sh, -c, "exit 3"] }\n');
    const failed = await trimtab(folder, 'workflow', 'run', FILE);
    expect(failed.code).toBe(1);
    expect(failed.err).toMatch(/ended with exit code 3.*To continue from there, run "trimtab workflow resume \S+"/s);
    expect((await trimtab(folder, 'workflow', 'run', 'nothing')).err).toContain('There is no workflow "nothing"');
    writeFileSync(join(folder, FILE), 'version: 1\nname: x\nsteps:\n  - bild: {}\n');
    expect((await trimtab(folder, 'workflow', 'run', FILE)).err).toMatch(/line 4: this step has no action/);
    expect((await trimtab(folder, 'workflow', 'walk')).code).toBe(2);
  });
});
