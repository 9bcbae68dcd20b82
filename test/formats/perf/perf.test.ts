import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readScript } from '../../../src/formats/perf/read.js';
import { beginsSample, PerfScript } from '../../../src/formats/perf/script.js';
import { MemoryBudget } from '../../../src/formats/profile/index.js';
import { openMeasurement } from '../../../src/formats/registry.js';
import { flatOf, profileAt, reportOf, sample, totalOf } from '../stacks/support.js';

const folder = mkdtempSync(join(tmpdir(), 'trimtab-perf-'));
afterAll(() => rmSync(folder, { recursive: true }));

const samples = (text: string) => [...new PerfScript(new MemoryBudget()).samples(text.split('\n'))];

describe('samples of a program', () => {
  const profile = profileAt(sample('work.perf'));

  it('have the shares that "perf report" prints', () => {
    expect(totalOf(profile, 'samples')).toBe(123);
    const whole = totalOf(profile, 'time');
    const flat = flatOf(profile);
    for (const [name, percent] of [
      ['inner', 62.6],
      ['outer', 24.39],
      ['factorial', 10.57],
      ['main', 0.81],
    ] as const)
      expect((100 * (flat.get(name)?.exclusive ?? 0)) / whole).toBeCloseTo(percent, 1);
  });

  it('have the time of their periods', () => {
    // 199 samples a second: perf prints 5025125 ns for each.
    expect(totalOf(profile, 'time')).toBeCloseTo(123 * 5025125e-9, 12);
  });

  it('have the shares of lines that "perf report -s srcline" prints, each in an interval around it', () => {
    const { hotLines = [], totalTime } = reportOf(profile);
    for (const [line, percent] of [
      [10, 59.35],
      [17, 23.58],
      [30, 9.76],
      [9, 3.25],
    ] as const) {
      const hot = hotLines.find(({ place }) => place.file === 'work.c' && place.line === line);
      expect(100 * (hot?.share ?? 0)).toBeCloseTo(percent, 1);
      expect(hot?.least).toBeLessThan((percent / 100) * totalTime);
      expect(hot?.most).toBeGreaterThan((percent / 100) * totalTime);
    }
  });

  it('have the lines that they were called from', () => {
    const { lines } = reportOf(profile);
    expect(lines.find(({ place }) => place.file === 'work.c' && place.line === 19)?.share).toBeGreaterThan(0.5);
  });
});

describe('what perf prints', () => {
  it('is read whatever fields were asked for', () => {
    expect(samples('my prog  12/13  [001] 100.5:  250 cycles:u: \n\t  1f inner+0x2 (/bin/a b)\n\n')).toEqual([
      {
        command: 'my prog',
        process: 12,
        thread: 13,
        cpu: 1,
        time: 100.5,
        period: 250,
        event: 'cycles:u',
        frames: [{ name: 'inner', module: '/bin/a b' }],
      },
    ]);
    expect(
      samples('a 12 100.5: cpu-clock:  1f inner+0x2 (/bin/a)\na 12 101.0: cpu-clock:  1f main (/bin/a)'),
    ).toHaveLength(2);
    const [traced] = samples('a 7 [000] 1.0: sched:sched_switch: prev_comm=a next=b\n\tffff f (g)\n\t1 h ([k])\n');
    expect(traced?.event).toBe('sched:sched_switch');
    expect(traced?.frames.map(({ name }) => name)).toEqual(['f', 'h']);
  });

  it('names functions without names by their libraries, and keeps names with blanks and brackets', () => {
    const [one] = samples(
      'a 1 2.000001: 1 cpu-clock: \n\t1 [unknown] (/lib/libx.so (deleted))\n\t2 A::f(int (*)()) const+0x1 (/bin/a)\n\t3 g (inlined)\n\t4 [unknown] ([unknown])\n',
    );
    expect(one?.frames.map(({ name }) => name)).toEqual(['[libx.so]', 'A::f(int (*)()) const', 'g', '[unknown]']);
  });

  it('is recognized, and other text is not', () => {
    expect(beginsSample(['work 12744  4528.838096:   10101010 cpu-clock: '])).toBe(true);
    for (const line of ['main;solve 12', 'ERROR 12 foo: bar', '', 'x'.repeat(100_000)])
      expect(beginsSample([line])).toBe(false);
  });

  it('of events that are no clock has the time of the distance of samples', () => {
    const text = Array.from(
      { length: 101 },
      (_, i) => `a 1 ${(i * 0.001).toFixed(6)}: 4000 cycles: \n\t1 f (/bin/a)\n`,
    );
    const profile = readScript(text.join('\n').split('\n'));
    if (profile === undefined) throw new Error('nothing was read');
    expect(totalOf(profile, 'time')).toBeCloseTo(0.101, 12);
    expect(totalOf(profile, 'cycles')).toBe(404_000);
    expect(profile.problems.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/follows from their cycles, of which a thread has 4,000,000 per second/),
    );
  });

  it('of time in MPI ends at MPI', () => {
    const text =
      'a 1 2.000000: 1000000000 cpu-clock: \n\t1 poll (libc)\n\t2 progress (libmpi)\n\t3 PMPI_Recv (libmpi)\n\t4 main (a)\n';
    const profile = readScript(text.split('\n'));
    if (profile === undefined) throw new Error('nothing was read');
    expect([...flatOf(profile).keys()].sort()).toEqual(['PMPI_Recv', 'main']);
    expect(reportOf(profile).findings.map(({ title, seconds }) => [title, seconds])).toEqual([['Time in MPI', 1]]);
  });
});

describe('what is none', () => {
  it('is refused in a sentence with advice', () => {
    const recorded = join(folder, 'perf.data');
    writeFileSync(recorded, 'PERFILE2 and so on');
    expect(() => openMeasurement(recorded)).toThrow(/print it with "perf script/);
    const empty = join(folder, 'empty.perf');
    writeFileSync(empty, '# nothing\n');
    expect(() => openMeasurement(empty)).toThrow(/empty\.perf contains no sample/);
  });
});
