/** Runs that came with a folder, or were changed by other means than Trimtab's: they wait for a person who has looked. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  answerRun,
  cancelLeftRun,
  cancelRun,
  hasJobs,
  interruptedRuns,
  readRun,
  readRuns,
  resumeRun,
  reviewRun,
  startRun,
  type WorkflowRunState,
} from '../../../src/workflows/runner/index.js';
import { temporaryFolder } from '../../experiments/support.js';
import { project, surroundingsOf, told } from './support.js';

const observer = { signal: new AbortController().signal };
const NOT_STARTED = 'was not started here by you';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Creates a project whose run was left while it asked; continuing it creates the file `ran`. */
async function left(): Promise<{ readonly folder: string; readonly id: string }> {
  const folder = project(
    'steps:\n  - ask: { question: What? }\n  - shell: { command: [sh, -c, "echo $0 > ran", "${{ steps.ask.answer }}"] }\n',
  );
  const leave = new AbortController();
  const onChange = ({ state }: WorkflowRunState): void => {
    if (state === 'asking') leave.abort('leave');
  };
  const { state } = await startRun('w.yaml', {}, surroundingsOf(folder), { signal: leave.signal, onChange }).ended;
  return { folder, id: state.id };
}

const stateFile = (folder: string, id: string): string => join(folder, '.trimtab', 'runs', id, 'state.yaml');

/** Changes a file of the run as an editor would. */
function alter(path: string, before: string | RegExp, after: string): void {
  const text = readFileSync(path, 'utf8');
  expect(text).toMatch(before);
  writeFileSync(path, text.replace(before, after));
}

/** Ways in which a run is not this user's, or not as this user left it. */
const plants: readonly (readonly [string, (folder: string, id: string) => string])[] = [
  [
    'came with a folder',
    (folder) => {
      const copy = join(temporaryFolder(), 'copy');
      cpSync(folder, copy, { recursive: true });
      return copy;
    },
  ],
  [
    'was written by hand',
    (folder, id) => {
      alter(stateFile(folder, id), /# Sealed.*\n$/, '');
      return folder;
    },
  ],
  [
    'has another workflow since',
    (folder, id) => {
      alter(join(folder, '.trimtab', 'runs', id, 'workflow.yaml'), 'echo $0', 'echo evil');
      return folder;
    },
  ],
  [
    'has another state since',
    (folder, id) => {
      alter(stateFile(folder, id), 'state: asking', 'state: failed');
      return folder;
    },
  ],
  [
    'was sealed by somebody else',
    (folder) => {
      vi.stubEnv('TRIMTAB_STATE', temporaryFolder());
      return folder;
    },
  ],
];

describe('a run that this user started here', () => {
  it('is known as such, also where the folder is reached by a link', async () => {
    const { folder, id } = await left();
    const link = join(temporaryFolder(), 'link');
    symlinkSync(folder, link);
    for (const path of [folder, link]) {
      expect(readRun(path, id)).toMatchObject({ state: 'interrupted', elsewhere: false });
      expect(interruptedRuns(path).map((run) => run.id)).toEqual([id]);
    }
  });
});

describe.each(plants)('a run that %s', (_, plant) => {
  it('is not continued automatically, and reports so on request', async () => {
    const { folder, id } = await left();
    const place = plant(folder, id);
    expect(interruptedRuns(place)).toEqual([]);
    expect(readRuns(place)).toMatchObject([{ id, elsewhere: true }]);
    expect(() => resumeRun(id, surroundingsOf(place), observer)).toThrow(NOT_STARTED);
    expect(() => resumeRun(id, surroundingsOf(place), observer, { accepted: 'abc' })).toThrow(NOT_STARTED);
    expect(existsSync(join(place, 'ran'))).toBe(false);
    // Trying has not made it this user's, nor blocked it.
    expect(readRuns(place)).toMatchObject([{ id, elsewhere: true }]);
  });

  it('continues after its commands were reviewed, and is this user’s from then on', async () => {
    const { folder, id } = await left();
    const place = plant(folder, id);
    const { text, fingerprint } = reviewRun(place, id, join(place, 'trimtab.yaml'));
    expect(text).toMatch(/shell \(.*\)\n +command: sh -c 'echo (\$0|evil) > ran'/);
    const onChange = (state: WorkflowRunState): void => {
      if (state.state === 'asking') answerRun(place, id, 'ask', 'yes');
    };
    const run = resumeRun(id, surroundingsOf(place), { ...observer, onChange }, { accepted: fingerprint });
    const { state } = await run.ended;
    expect([state.state, ...told(state)]).toEqual(['succeeded', 'ask: succeeded', 'shell: succeeded']);
    expect(readRun(place, id).elsewhere).toBe(false);
  });
});

describe('an external run', () => {
  it('is not continued if it was changed after the review', async () => {
    for (const change of [
      (folder: string, id: string) =>
        alter(join(folder, '.trimtab', 'runs', id, 'workflow.yaml'), 'echo', 'true; echo'),
      (folder: string, id: string) => alter(stateFile(folder, id), 'attempt: 1', 'attempt: 2'),
      (folder: string) => alter(join(folder, 'trimtab.yaml'), /$/, '# changed\n'),
    ]) {
      const { folder, id } = await left();
      alter(stateFile(folder, id), /# Sealed.*\n$/, '');
      const { fingerprint } = reviewRun(folder, id, join(folder, 'trimtab.yaml'));
      change(folder, id);
      expect(() => resumeRun(id, surroundingsOf(folder), observer, { accepted: fingerprint })).toThrow(NOT_STARTED);
    }
  });

  it('has no jobs to be canceled, and stays external when it is', async () => {
    const { folder, id } = await left();
    const job = 'state: asking\n    saved: { job: { id: "1", folder: /tmp, place: cluster } }';
    alter(stateFile(folder, id), /state: asking(?=\n {4})/, job);
    expect(readRun(folder, id)).toMatchObject({ state: 'interrupted', elsewhere: true });
    expect(hasJobs(readRun(folder, id))).toBe(false);
    expect(() => cancelLeftRun(id, surroundingsOf(folder), observer)).toThrow(NOT_STARTED);
    cancelRun(folder, id);
    expect(readRun(folder, id)).toMatchObject({ state: 'cancelled', elsewhere: true });
    expect(() => resumeRun(id, surroundingsOf(folder), observer)).toThrow(NOT_STARTED);
  });

  it('is not that of the folder a link leads to', async () => {
    const { folder, id } = await left();
    const other = project('steps: [{ ask: { question: "?" } }]\n');
    mkdirSync(join(other, '.trimtab'));
    symlinkSync(join(folder, '.trimtab', 'runs'), join(other, '.trimtab', 'runs'));
    expect(readRuns(other)).toMatchObject([{ id, elsewhere: true }]);
    rmSync(join(other, '.trimtab'), { recursive: true });
  });

  it('hides nothing in what is shown of it', async () => {
    const { folder, id } = await left();
    alter(join(folder, '.trimtab', 'runs', id, 'workflow.yaml'), 'echo $0', 'echo \u202e\u200b$0');
    const { text } = reviewRun(folder, id, join(folder, 'trimtab.yaml'));
    expect(text).toContain('echo \\u{202e}\\u{200b}$0');
    expect(text).toContain(readFileSync(join(folder, 'trimtab.yaml'), 'utf8').split('\n')[0]);
  });
});

describe('a run that a newer version wrote', () => {
  it('keeps what this one does not know', async () => {
    const { folder, id } = await left();
    alter(stateFile(folder, id), 'steps:', 'mood: { bright: true }\nsteps:');
    cancelRun(folder, id);
    const written = readFileSync(stateFile(folder, id), 'utf8');
    expect(written).toMatch(/^mood:\s+bright: true$/m);
    expect(written).toMatch(/^state: cancelled$/m);
    expect(readRun(folder, id)).toMatchObject({ state: 'cancelled', mood: { bright: true } });
  });

  it('is refused with a sentence where this one would misunderstand it', async () => {
    const { folder, id } = await left();
    alter(stateFile(folder, id), 'version: 1', 'version: 2');
    expect(() => readRun(folder, id)).toThrow(
      `state.yaml of the workflow run ${id} has version 2, written by a newer Trimtab; update Trimtab to read it.`,
    );
  });
});
