/** A component is one folder and one line: one is added to a copy of the sources, and found in a trace, a profile and findings. */
import { execa } from 'execa';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { SourcesCopy } from '../support/sourcesCopy.js';
import { readEvents, regionOf } from './archive.js';
import { profileValues } from './profiles.js';
import { environment, fresh, mpis, patient, programs } from './support.js';

let copy: SourcesCopy;
const program = fresh('sleeps');

async function run(env: Readonly<Record<string, string>>): Promise<string> {
  const folder = fresh('run');
  await execa(program, [], {
    env: { ...environment, TRIMTAB_EXPERIMENT_DIR: folder, TRIMTAB_KEEP_RAW: '1', TRIMTAB_SLEEPS: '1', ...env },
  });
  return folder;
}

/** Keys of the facts of a run, in their order. */
function factsOf(folder: string): string[] {
  const name = readdirSync(join(folder, 'raw')).find((file) => file.endsWith('.txt')) ?? '';
  const lines = readFileSync(join(folder, 'raw', name), 'utf8').split('\n');
  return lines.map((line) => line.replace(/ .*/, ''));
}

describe.skipIf(mpis.length === 0)('a component that is added to the probe', patient, () => {
  beforeAll(async () => {
    copy = new SourcesCopy('add-component', ['src/probe']);
    // One folder …
    copy.add('src/probe/components/sleeps/sleeps.c', join(import.meta.dirname, 'added/sleeps.c.txt'));
    // … and one line.
    copy.replace('src/probe/components.c', [['    X(memory) ', '    X(sleeps) \\\n    X(memory) ']]);
    const source = join(programs, 'sleeps.c');
    await execa(copy.path('src/probe/trimtab-cc'), ['gcc', '-O1', '-o', program, source], { env: environment });
  }, patient.timeout);
  afterAll(() => copy.remove());

  it('builds on others in one direction', async () => {
    await execa(process.execPath, [join(root, 'scripts/checkProbe.mjs'), copy.path('src/probe')]);
  });

  it('has its records in the trace, and findings of them', async () => {
    const folder = await run({});
    const [events = []] = [...(await readEvents(folder)).values()];
    const entered = events.filter(({ kind }) => kind === 'ENTER').map((event) => regionOf(event));
    expect(entered).toEqual(['main', 'rest', 'usleep', 'usleep', 'usleep']);
    const { report } = analyzeTrace(openArchive(folder), { program: 'sleeps' });
    const found = report.functions.find(({ region }) => region === 'usleep');
    expect(found?.visits).toBe(3);
  });

  it('has its records in the profile', async () => {
    const visits = profileValues(await run({ TRIMTAB_MODE: 'profile' }))('visits');
    const paths = [...visits].filter(([path]) => /\/usleep\([^()]*\)(?:@[^()]*)?$/.test(path));
    expect(paths.map(([, count]) => count)).toEqual([3]);
  });

  it('notes its facts at the beginning and at the end, in the order of the list', async () => {
    const facts = factsOf(await run({ TRIMTAB_MEMORY: '1', TRIMTAB_COUNTERS: 'task-clock' }));
    const known = ['counter-cost', 'sleeps-described', 'memory', 'sleeps-exit', 'sleeps-end', 'end'];
    expect(facts.filter((key) => known.includes(key))).toEqual(known);
  });
});
