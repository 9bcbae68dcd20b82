/** Groups of ranges of lines: which are on when a program starts, and switching them apart from each other. */
import { execa } from 'execa';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseLiveView } from '../../src/measurement/live/view.js';
import { readEvents } from './archive.js';
import { from, iterationsWith, named, RANKS, start } from './going.js';
import { build, environment, fresh, mpis, patient, prepare, programs, run } from './support.js';

interface Range {
  readonly name: string;
  readonly group: string;
  /** Texts of the first line and of the last one behind it. */
  readonly from: string;
  readonly to: string;
}

/** Returns the file that lists the measured lines for a build. */
function listOf(source: string, ranges: readonly Range[]): string {
  const file = join(programs, source);
  const lines = readFileSync(file, 'utf8').split('\n');
  const rows = ranges.map((range) => {
    const first = lines.findIndex((line) => line.includes(range.from));
    const last = lines.findIndex((line, index) => index >= first && line.includes(range.to));
    return `${first + 1}\t${last + 1}\t${file}\t${range.group}\t${range.name}\n`;
  });
  const path = fresh('ranges');
  writeFileSync(path, rows.join(''));
  return path;
}

function selectionOf(text: string): string {
  const path = fresh('selection');
  writeFileSync(path, text);
  return path;
}

const BODY: Range = { name: 'in compute', group: 'work', from: 'x = x * 0.999 + i;', to: 'x = x * 0.999 + i;' };
const SWEEP: Range = { name: 'in relax', group: 'sweep', from: 'double sum = 0;', to: 'return sum / n;' };
const [mpi = 'openmpi'] = mpis;

describe.skipIf(mpis.length === 0 || arch() !== 'x64')('groups of ranges', patient, () => {
  it.each(['1', 'call'])('are off from the start where that is asked for, with sleds of kind %s', async (sleds) => {
    await prepare(mpi);
    const env = { TRIMTAB_RANGES: listOf('live.c', [BODY, SWEEP]), TRIMTAB_SLEDS: sleds };
    const program = await build(mpi, 'live.c', ['-O0', '-g', '-pthread'], env);
    const plain = await run(mpi, program, { args: ['3'], env: { TRIMTAB_LIVE: '0', TRIMTAB_RANGES: '' } });
    const off = { TRIMTAB_SELECTION: selectionOf('o- work\no- none\n'), TRIMTAB_FUNCTIONS: '0' };
    const some = await run(mpi, program, { args: ['3'], env: off });
    expect([some.stdout, some.remarks]).toEqual([plain.stdout, []]);
    const count = async (folder: string, name: string): Promise<number> => {
      const events = [...(await readEvents(folder)).values()].flat();
      return events.filter(({ kind, text }) => kind === 'ENTER' && text.includes(`"${name}"`)).length;
    };
    // On two ranks, in 3 steps each: 20 calls of compute with 5 rounds, and one with 10.
    expect([await count(plain.folder, 'in compute'), await count(plain.folder, 'in relax')]).toEqual([660, 6]);
    expect([await count(some.folder, 'in compute'), await count(some.folder, 'in relax')]).toEqual([0, 6]);
  });

  it('are switched at the same iteration on all ranks, and paused with functions', async () => {
    await prepare(mpi);
    const env = { TRIMTAB_RANGES: listOf('live.c', [BODY, SWEEP]) };
    const program = await build(mpi, 'live.c', ['-O2', '-g', '-pthread'], env);
    const going = await start(mpi, program, [120]);
    going.ask('get flat');
    await going.answers(1);
    expect(parseLiveView(readFileSync(join(going.folder, 'live/view'), 'utf8')).groups).toEqual([
      { name: 'DEFAULT', on: true, ranges: 0 },
      { name: 'work', on: true, ranges: 1 },
      { name: 'sweep', on: true, ranges: 1 },
    ]);
    going.ask('group off work', 'group on wor? at 100', 'mode mpi at 105', 'mode trace at 110', 'group off none');
    const answers = (await going.answers(6)).slice(1);
    const { remarks } = await going.end();
    expect(answers.slice(1)).toEqual(['ok 100', 'ok 105', 'ok 110', 'error 11 no group has this name']);
    expect(remarks).toEqual([]);
    const off = named(answers[0]);
    const events = await readEvents(going.folder);
    for (const rank of RANKS) {
      const paused = from(110, 120);
      expect(iterationsWith(events.get(rank), 'in compute')).toEqual([
        ...from(1, off - 1),
        ...from(100, 104),
        ...paused,
      ]);
      expect(iterationsWith(events.get(rank), 'in relax')).toEqual([...from(1, 104), ...paused]);
    }
    const { stdout } = await execa('otf2-print', ['-A', join(going.folder, 'traces.otf2')], { env: environment });
    expect(stdout).toMatch(/REGIONS_CLOSED\nProperty value +0\n/);
  });
});
