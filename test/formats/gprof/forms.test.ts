import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gprof } from '../../../src/formats/gprof/index.js';
import { readGprof } from '../../../src/formats/gprof/read.js';
import type { Profile } from '../../../src/model/profile.js';
import { flatOf, reportOf, totalOf } from '../stacks/support.js';

function profileOf(text: string): Profile {
  const profile = readGprof(text.split('\n'));
  if (profile === undefined) throw new Error('nothing was read');
  return profile;
}

const rows = (profile: Profile) =>
  Object.fromEntries(
    [...flatOf(profile)].map(([name, { exclusive, inclusive, calls }]) => [
      name,
      [exclusive, inclusive].map((value) => Number(value.toFixed(6))).concat(Math.round(calls)),
    ]),
  );

/** Two functions that call a third one; `root` calls both. Shares by calls: 30 of 40, and 10 of 40. */
const SELF = { root: 0.1, weave: 0.6, dye: 0.2, spin: 0.8 };
const RIGHT = {
  root: [0.1, 1.7, 0],
  weave: [0.6, 1.2, 3],
  dye: [0.2, 0.4, 4],
  spin: [0.8, 0.8, 40],
};

const GRAPH = `                                                 <spontaneous>
[1]    100.0    0.10    1.60                 root [1]
                0.60    0.60       3/3           weave [2]
                0.20    0.20       4/4           dye [4]
-----------------------------------------------
                0.60    0.60       3/3           root [1]
[2]     70.6    0.60    0.60       3         weave [2]
                0.60    0.00      30/40          spin [3]
-----------------------------------------------
                0.20    0.00      10/40          dye [4]
                0.60    0.00      30/40          weave [2]
[3]     47.1    0.80    0.00      40         spin [3]
-----------------------------------------------
                0.20    0.20       4/4           root [1]
[4]     23.5    0.20    0.20       4         dye [4]
                0.20    0.00      10/40          spin [3]
-----------------------------------------------
`;

const FLAT = `  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 47.1       0.80     0.80       40    20.00    20.00  spin [3]
 35.3       1.40     0.60        3   200.00   400.00  weave [2]
 11.8       1.60     0.20        4    50.00   100.00  dye [4]
  5.9       1.70     0.10                             root [1]
`;

const GRANULARITY = '\ngranularity: each sample hit covers 4 byte(s) for 0.59% of 1.70 seconds\n\n';
const BSD_HEADING = `                                  called/total       parents 
index  %time    self descendants  called+self    name    	index
                                  called/total       children

`;
/** As BSD explains its tables, before these. */
const BLURB = `call graph profile:
          The sum of self and descendants is the major sort
          for this listing.

 index     the index of the function in the call graph
           listing, as an aid to locating it (see below).

 %time     the percentage of the total time of the program
           accounted for by this function and its descendants.

`;
const FLAT_BLURB = `
flat profile:

 %         the percentage of the total running time of the
time       program used by this function.

cumulative a running sum of the number of seconds accounted
 seconds   for by this function and those listed above it.

`;

describe('forms of gprof', () => {
  it.each([
    [
      'GNU',
      `Flat profile:\n\nEach sample counts as 0.01 seconds.\n${FLAT}\n\t\t\tCall graph\n${GRANULARITY}index % time    self  children    called     name\n${GRAPH}`,
    ],
    [
      'BSD',
      `\n\n${BLURB}${GRANULARITY}${BSD_HEADING}${GRAPH}\n${FLAT_BLURB}${GRANULARITY}${FLAT}\nIndex by function name\n\n   [4] dye   [1] root\n`,
    ],
    ['brief BSD', `${GRANULARITY}${BSD_HEADING}${GRAPH}\n\n${GRANULARITY}${FLAT}`],
    [
      'AIX',
      `\n\ncall graph profile:\n\n\nngranularity: Each sample hit covers 4 bytes. Time: 1.70 seconds\n\n${BSD_HEADING.replace('descendants', 'descendents')}${GRAPH}`,
    ],
    ['a graph alone', `index % time    self  children    called     name\n${GRAPH}`],
  ])('%s has times, calls and callers', (_, text) => {
    for (const form of [text, text.replaceAll('\n', '\r\n')]) {
      expect(gprof.recognizes(Buffer.from(form).subarray(0, 512))).toBe(true);
      const profile = profileOf(form);
      expect(rows(profile)).toEqual(RIGHT);
      expect(reportOf(profile).main).toBeUndefined();
    }
  });

  it('a flat profile alone has times and calls, with its heading or without its title', () => {
    for (const text of [`Flat profile:\n\nEach sample counts as 0.01 seconds.\n${FLAT}`, FLAT]) {
      expect(gprof.recognizes(Buffer.from(text))).toBe(true);
      const flat = flatOf(profileOf(text));
      for (const [name, self] of Object.entries(SELF)) expect(flat.get(name)?.exclusive).toBeCloseTo(self, 12);
    }
  });

  it('functions that were excluded from the graph keep the values of the flat profile', () => {
    const excluded = GRAPH.replace(/^\[4\](?:.*\n){3}/m, '').replace(/^.* root \[1\]\n-----/m, '-----');
    const graph = excluded.replaceAll('dye [4]', 'dye (4)');
    const flat = FLAT.replace('dye [4]', 'dye (4)');
    const text = `${GRANULARITY}${BSD_HEADING}${graph}\n\n${GRANULARITY}${flat}`;
    const found = rows(profileOf(text));
    expect(found.dye).toEqual([0.2, 0.4, 4]);
    expect(found.spin).toEqual([0.8, 0.8, 40]);
    expect(totalOf(profileOf(text), 'time')).toBeCloseTo(1.7, 12);
  });

  it('cycles of functions keep calls of each by others', () => {
    const text = `index % time    self  children    called     name
                                                 <spontaneous>
[1]    100.0    0.30    1.20                 root [1]
                1.20    0.00       1/1           ebb <cycle 1> [3]
-----------------------------------------------
[2]     80.0    1.20    0.00       1+7       <cycle 1 as a whole> [2]
                0.70    0.00       5             ebb <cycle 1> [3]
                0.50    0.00       3             flow <cycle 1> [4]
-----------------------------------------------
                                   4             flow <cycle 1> [4]
                1.20    0.00       1/1           root [1]
[3]     46.7    0.70    0.00       5         ebb <cycle 1> [3]
                                   3             flow <cycle 1> [4]
-----------------------------------------------
                                   3             ebb <cycle 1> [3]
[4]     33.3    0.50    0.00       3         flow <cycle 1> [4]
                                   4             ebb <cycle 1> [3]
-----------------------------------------------
`;
    const flat = rows(profileOf(text));
    expect(flat).toMatchObject({ root: [0.3, 1.5, 0], ebb: [0.7, 1.2, 5] });
    expect(flat.flow?.[0]).toBe(0.5);
    expect(flat.flow?.[2]).toBe(3);
  });
});

describe('units of gprof', () => {
  it.each([
    ['cycles', 1, 'Each sample counts as 4 cycles.', ' time    cycles    cycles    calls  Kc/call  Kc/call  name'],
    ['ticks', 1, 'Each sample counts as 1 ticks.', ' time     ticks     ticks    calls  mt/call  mt/call  name'],
    [
      'instructions',
      1,
      'Each sample counts as 1 instructions.',
      ' time   instructio instruct    calls  Ki/call  Ki/call  name',
    ],
    [
      'cycles',
      1e3,
      '',
      '  %      cycles     cycles    calls     /call      /call  name\n           (K)        (K)                (K)        (K)',
    ],
    [
      'cycles',
      1e6,
      '',
      '  %      cycles     cycles    calls     /call      /call  name\n           (M)        (M)                (K)        (K)',
    ],
  ])('%s are no time (times %d)', (unit, scale, sentence, heading) => {
    const text = `Flat profile:\n\n${sentence}\n     cumulative       self              self      total\n${heading}\n60.00     90.00     90.00        3    30.00    30.00  stack_hay\n40.00    150.00     60.00                            main\n`;
    const profile = profileOf(text);
    const report = reportOf(profile);
    expect(profile.space.severities.has('time')).toBe(false);
    expect([report.span, report.totalTime]).toEqual([0, 0]);
    expect(report.main).toMatchObject({ name: unit, unit, total: 150 * scale });
    expect(rows(profile)).toEqual({ stack_hay: [90 * scale, 90 * scale, 3], main: [60 * scale, 60 * scale, 0] });
    expect((report.doubts ?? []).map(({ severity, kind }) => [severity, kind])).toEqual([
      ['warning', 'no-functions'],
      ['warning', 'incomplete-profile'],
    ]);
  });

  it('of time become seconds', () => {
    const text =
      'Flat profile:\n  %   cumulative   self              self     total\n time      msec      msec    calls  us/call  us/call  name\n100.00    250.00    250.00       10    25.00    25.00  churn\n';
    expect(totalOf(profileOf(text), 'time')).toBeCloseTo(0.25, 12);
  });

  it('that are names of other metrics stay apart from these', () => {
    fc.assert(
      fc.property(fc.constantFrom('visits', 'time', 'mpi', 'comp', 'execution'), (unit) => {
        const text = `Each sample counts as 1 ${unit}.\nFlat profile:\n 100.00  7.00  7.00  2  1.00  1.00  churn\n`;
        const profile = profileOf(text);
        expect(totalOf(profile, 'visits')).toBe(2);
        expect(totalOf(profile, `gprof_${unit}`)).toBe(7);
      }),
    );
  });
});

describe('gprof without time', () => {
  const heading =
    'Flat profile:\n\nEach sample counts as 0.01 seconds.\n no time accumulated\n\n  %   cumulative   self              self     total           \n time   seconds   seconds    calls  Ts/call  Ts/call  name    \n';

  it('and without functions is an empty profile, not another file', () => {
    expect(() => readGprof(heading.split('\n'))).toThrow(/no time was sampled.*0\.01 s.*-pg/);
  });

  it('keeps its calls, also those by functions without a block', () => {
    const text = `${heading}  0.00      0.00     0.00        9     0.00     0.00  spin
  0.00      0.00     0.00        4     0.00     0.00  weave

			Call graph


granularity: each sample hit covers 4 byte(s) no time propagated

index % time    self  children    called     name
                0.00    0.00       3/9           root [5]
                0.00    0.00       6/9           weave [2]
[1]      0.0    0.00    0.00       9         spin [1]
-----------------------------------------------
                0.00    0.00       4/4           root [5]
[2]      0.0    0.00    0.00       4         weave [2]
                0.00    0.00       6/9           spin [1]
-----------------------------------------------
`;
    const profile = profileOf(text);
    const report = reportOf(profile);
    expect(report.main).toMatchObject({ name: 'visits', total: 13 });
    expect(
      report.findings.map(({ seconds, callPath }) => [seconds, callPath.map(({ region }) => region).join(' ')]),
    ).toEqual([
      [6, 'root weave spin'],
      [4, 'root weave'],
      [3, 'root spin'],
    ]);
    expect(profile.problems.at(0)?.message).toContain('No time was sampled');
    expect((report.doubts ?? []).map(({ severity, kind }) => [severity, kind])).toEqual([
      ['warning', 'no-functions'],
      ['warning', 'incomplete-profile'],
    ]);
  });
});
