import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { textLines } from '../../../src/base/files/lines.js';
import { readCallgrind } from '../../../src/formats/callgrind/read.js';
import { formatOf, measurementAt, openMeasurement } from '../../../src/formats/registry.js';
import type { Profile } from '../../../src/model/profile.js';
import { flatOf, profileAt, reportOf, sample, totalOf } from '../stacks/support.js';

function read(...texts: string[]): Profile {
  const profile = readCallgrind(texts.map((text) => ({ lines: textLines(text), rank: undefined })));
  if (profile === undefined) throw new Error('nothing was read');
  return profile;
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-callgrind-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** A file of Callgrind with the costs of one thread. */
const threadFile = (thread: number, cost: number): string =>
  `# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npid: 77\ncmd:  ./tide\npart: 1\nthread: ${thread}\n\npositions: line\nevents: Ir\nsummary: ${cost}\n\nfl=(1) tide.c\nfn=(1) ebb\n12 ${cost}\n\ntotals: ${cost}\n`;

describe('the output of Callgrind', () => {
  const profile = profileAt(sample('work.callgrind'));
  const flat = flatOf(profile);

  it('has the values that callgrind_annotate prints', () => {
    expect(totalOf(profile, 'Ir')).toBeCloseTo(1085, 9);
    expect(totalOf(profile, 'Dr')).toBeCloseTo(79, 9);
    expect(totalOf(profile, 'Dw')).toBeCloseTo(78, 9);
    expect(totalOf(profile, 'ILmr')).toBeCloseTo(4, 9);
    for (const [name, self, inclusive, calls] of [
      ['main', 48, 1085, 1],
      ['inner', 684, 684, 6],
      ['outer', 11, 563, 1],
      // The levels of recursion are one function.
      ['factorial', 270, 270, 30],
      ['odd', 40, 136, 4],
      ['even', 32, 144, 4],
    ] as const) {
      expect(flat.get(name)?.exclusive, name).toBeCloseTo(self, 9);
      expect(flat.get(name)?.inclusive, name).toBeCloseTo(inclusive, 9);
      expect(flat.get(name)?.calls, name).toBeCloseTo(calls, 9);
    }
  });

  it('ranks by instructions, which are no time', () => {
    const { main, span, totalTime } = reportOf(profile);
    expect(main).toMatchObject({ name: 'Ir', unit: 'instructions' });
    expect([span, totalTime]).toEqual([0, 0]);
    expect(profile.confidence?.get('Ir')).toBe(0.5);
  });

  it('has lines that were counted, also of code that was inlined', () => {
    const lines = (reportOf(profile).hotLines ?? []).map(({ place, seconds, least, most, ofSamples }) => {
      expect([least, most, ofSamples]).toEqual([seconds, seconds, 0]);
      return `${place.file}:${place.line}`;
    });
    expect(lines).toContain('/src/work.c:7');
    expect(lines).toContain('/src/work.c:3');
  });

  it('has the lines where functions begin and are called', () => {
    const { regions, sourceCodeLocations } = profile.definitions;
    expect(regions.find(({ name }) => name === 'outer')).toMatchObject({ file: '/src/work.c', beginLine: 11 });
    expect(sourceCodeLocations).toContainEqual({ file: '/src/work.c', line: 23 });
  });

  it('has no warning', () => {
    expect(profile.problems.map(({ level }) => level)).toEqual(['information']);
    expect(formatOf(sample('work.callgrind'))?.title).toBe('Callgrind profile');
  });
});

describe('sharing out', () => {
  it('follows the inclusive values of calls, and their numbers for calls', () => {
    const profile = read(
      'events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=dear\ncalls=1 10\n2 900\ncfn=cheap\ncalls=1 20\n3 190\nfn=dear\n10 10\ncfn=leaf\ncalls=1 30\n11 890\nfn=cheap\n20 80\ncfn=leaf\ncalls=9 30\n21 110\nfn=leaf\n30 1000\n',
    );
    const flat = flatOf(profile);
    expect(flat.get('dear')?.inclusive).toBeCloseTo(900, 9);
    expect(flat.get('cheap')?.inclusive).toBeCloseTo(190, 9);
    expect(flat.get('leaf')).toMatchObject({ calls: 10 });
    const { space } = profile;
    const visits = space.severities.get('visits');
    expect([...(visits?.value ?? [])].sort((a, b) => a - b)).toEqual([1, 1, 1, 9]);
  });
});

describe('the format', () => {
  it('has the threads and parts of a process in several files', () => {
    const folder = folderWith({
      'callgrind.out.77': '',
      'callgrind.out.77-01': threadFile(1, 100),
      'callgrind.out.77-02': threadFile(2, 40),
      'callgrind.out.77.1-02': threadFile(2, 2),
    });
    const path = join(folder, 'callgrind.out.77');
    expect(measurementAt(folder)).toBe(path);
    for (const name of ['callgrind.out.77', 'callgrind.out.77-02']) {
      const opened = profileAt(join(folder, name));
      expect(totalOf(opened, 'Ir')).toBe(142);
      expect(opened.definitions.locations.map(({ name: thread }) => thread)).toEqual(['Master thread', 'Thread 1']);
    }
    writeFileSync(join(folder, 'callgrind.out.78'), threadFile(1, 7));
    expect(() => measurementAt(folder)).toThrow(/holds several measurements/);
    expect(totalOf(profileAt(join(folder, 'callgrind.out.78')), 'Ir')).toBe(7);
  });

  it('has ranks with files of their numbers', () => {
    const folder = folderWith({
      'callgrind.out.0': threadFile(1, 100),
      'callgrind.out.1-01': threadFile(1, 40),
      'callgrind.out.1-02': threadFile(2, 2),
      'callgrind.out.2': threadFile(1, 30),
    });
    expect(measurementAt(folder)).toBe(join(folder, 'callgrind.out.0'));
    const { definitions, space } = profileAt(join(folder, 'callgrind.out.1-01'));
    expect(definitions.locationGroups.map(({ name }) => name)).toEqual(['MPI Rank 0', 'MPI Rank 1', 'MPI Rank 2']);
    expect(space.severities.get('Ir')?.value.join()).toBe('100,40,2,30');
    writeFileSync(join(folder, 'callgrind.out.7'), threadFile(1, 9));
    expect(totalOf(profileAt(join(folder, 'callgrind.out.0')), 'Ir')).toBe(100);
  });

  it('has several parts in one file, with names that were written before', () => {
    const profile = read(
      `${threadFile(1, 100)}\npart: 2\nthread: 2\nevents: Dr Ir\nfn=(1)\n12 3 5\n+1 1\n* 1 1\n\ntotals: 5 6\n`,
    );
    expect(totalOf(profile, 'Ir')).toBe(106);
    expect(totalOf(profile, 'Dr')).toBe(5);
    expect(profile.definitions.locations).toHaveLength(2);
    expect(profile.problems).toEqual([]);
  });

  it('is written by Cachegrind without calls', () => {
    const text =
      'desc: I1 cache:         32768 B, 64 B, 8-way associative\ncmd: ./tide\nevents: Ir Dr\nfl=/src/tide.c\nfn=ebb<std::vector<int, std::allocator<int> > >::flow(int)\n12 70 2\n13 30 1\nfn=flood\n20 5 0\nsummary: 105 3\n';
    const profile = read(text);
    expect(profile.problems).toEqual([]);
    expect(totalOf(profile, 'visits')).toBe(0);
    expect(profile.confidence).toBeUndefined();
    expect(flatOf(profile).get('ebb<std::vector<int, std::allocator<int> > >::flow(int)')?.exclusive).toBe(100);
    const path = join(folderWith({ tally: text }), 'tally');
    expect(formatOf(path)?.title).toBe('Callgrind profile');
  });

  it('has times if the unit is in the name, and bytes', () => {
    const profile = read(
      'version: 1\ncreator: xdebug 3.2.0\nevents: Time_(10ns) Memory_(bytes)\nfl=(1) a.php\nfn=(1) {main}\n\nsummary: 200 50\n\n3 100 8\ncfl=(1)\ncfn=(2) flow\ncalls=2 0 0\n5 200 16\nfl=(1)\nfn=(2)\n9 200 16\n',
    );
    expect(totalOf(profile, 'time')).toBeCloseTo(3e-6, 15);
    expect(profile.rankedBy).toBeUndefined();
    expect(profile.space.metrics.find(({ unit }) => unit === 'bytes')?.title).toBe('Memory (bytes)');
    expect(profile.problems.filter(({ level }) => level === 'warning')).toEqual([]);
    expect(read('event: ns : Nanoseconds\nevents: ns\nfn=a\n1 5\n').rankedBy).toBeUndefined();
  });

  it('has time of system calls, which is not the time of the run', () => {
    const profile = read('event: sysTime : sysTime (elapsed ns)\nevents: Ir sysTime\nfn=a\n1 5 2000\n');
    expect(profile.rankedBy).toBe('Ir');
    expect(totalOf(profile, 'callgrind_sysTime')).toBeCloseTo(2e-6, 15);
  });

  it('derives events from others', () => {
    const profile = read(
      'event: CEst = Ir + 10 I1mr + 2*Dr - Dw : Cycle Estimation\nevent: No = Ir + Other\nevent: Bad = Ir * Dr\nevents: Ir I1mr Dr Dw\nfn=a\n1 5 1 2 1\n',
    );
    expect(totalOf(profile, 'callgrind_CEst')).toBe(18);
    expect(profile.space.metrics.map(({ title }) => title)).toContain('Cycle Estimation');
    expect(profile.space.metrics.some(({ name }) => /No|Bad/.test(name))).toBe(false);
  });

  it('keeps functions of one name in two libraries apart, and has none of no name', () => {
    const profile = read('events: Ir\nob=/lib/a.so\nfl=???\nfn=init\n0 1\nob=/lib/b.so\nfn=init\n0 2\nfn=\n0 4\n');
    expect(profile.definitions.regions.map(({ name, description }) => [name, description])).toEqual([
      ['???', '/lib/b.so'],
      ['init', '/lib/b.so'],
      ['init', '/lib/a.so'],
    ]);
  });
});

describe('a damaged file of Callgrind', () => {
  const whole = threadFile(1, 100);
  const messages = (text: string): string =>
    read(text)
      .problems.map(({ message }) => message)
      .join('\n');

  it('is reported where it is truncated, or its values were changed', () => {
    expect(messages(whole.slice(0, whole.indexOf('totals')))).toMatch(
      /1 file ends before the totals.*Copy the file again/,
    );
    expect(messages(whole.replace('12 100', '12 99'))).toMatch(/costs of 1 part do not add up to the totals/);
    expect(messages(whole.replace('12 100', '12 100\nwhat=ever\n13 x\n:'))).toMatch(
      /3 lines of the file cannot be read/,
    );
  });

  it('does not count calls of unknown functions as own costs', () => {
    expect(totalOf(read('events: Ir\nfn=a\n1 5\ncalls=1 2\n1 100\n'), 'Ir')).toBe(5);
  });

  it('is refused without events or costs', () => {
    const path = join(folderWith({ 'a.callgrind': '# callgrind format\nfn=a\n1 5\n' }), 'a.callgrind');
    expect(() => openMeasurement(path)).toThrow(/a\.callgrind has costs before the "events:" line/);
    writeFileSync(path, '# callgrind format\nevents: Ir\n');
    expect(() => openMeasurement(path)).toThrow(/contains no costs of functions; measure again with "valgrind/);
  });

  it('is recognized without searching for long', () => {
    const path = join(folderWith({ blank: `cmd: x\n${'\n'.repeat(60_000)}x` }), 'blank');
    expect(formatOf(path)).toBeUndefined();
  });

  it('has names that are those of objects, and a cycle of many functions', () => {
    const profile = read(
      'events: Ir\nfn=(1) __proto__\n1 5\ncfn=(2) constructor\ncalls=1 0\n1 3\nfn=(2)\n2 3\nfn=(9)\n1 1\n',
    );
    expect(flatOf(profile).get('__proto__')?.exclusive).toBe(5);
    const ring = Array.from({ length: 20_000 }, (_, i) => `fn=f${i}\n1 1\ncfn=f${(i + 1) % 20_000}\ncalls=1 0\n1 1`);
    expect(totalOf(read(`events: Ir\n${ring.join('\n')}\n`), 'Ir')).toBeCloseTo(20_000, 6);
  });
});
