import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { openMeasurement } from '../../../src/formats/registry.js';
import { ProfileBuilder } from '../../../src/formats/profile/index.js';
import { readTau, tauFiles } from '../../../src/formats/tau/index.js';
import type { Profile } from '../../../src/model/profile.js';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'trimtab-tau-'))));
afterAll(() => rmSync(folder, { recursive: true }));

/** The text of a profile of one thread. */
const profileOf = (timers: readonly string[], metric = 'TIME', events: readonly string[] = []): string =>
  [
    `${timers.length} templated_functions_MULTI_${metric}`,
    '# Name Calls Subrs Excl Incl ProfileCalls # <metadata><attribute><name>Hostname</name><value>a &amp; b</value></attribute></metadata>',
    ...timers,
    '0 aggregates',
    ...(events.length === 0
      ? []
      : [`${events.length} userevents`, '# eventname numevents max min mean sumsqr', ...events]),
    '',
  ].join('\n');

const read = (text: string): Profile => readTau(Buffer.from(text), 'x');

/** Values by the names of their call paths. */
function values({ space, definitions }: Profile, metric: string): Map<string, number> {
  const { parent, region } = space.callTree;
  const name = (node: number): string => {
    const own = elementAt(definitions.regions, elementAt(region, node)).name;
    const above = elementAt(parent, node);
    return above < 0 ? own : `${name(above)}/${own}`;
  };
  const found = new Map<string, number>();
  const column = space.severities.get(metric);
  column?.value.forEach((value, i) => {
    const key = `${name(elementAt(column.callPath, i))} @${elementAt(column.location, i)}`;
    found.set(key, (found.get(key) ?? 0) + value);
  });
  return found;
}

describe('text profiles of TAU', () => {
  it('name constructs of OPARI 2 without their location, and do not count samples in them as separate time', () => {
    const loop = 'paralleldo [OpenMP location: file:/w/push.F95 <72, 150>]';
    const profile = read(
      profileOf([
        '".TAU application" 1 1 1 100 0 GROUP="TAU_DEFAULT" ',
        `"${loop}" 1 1 90 99 0 GROUP="OpenMP" `,
        '"barrier enter/exit [OpenMP]" 1 0 9 9 0 GROUP="OpenMP" ',
        `".TAU application => ${loop}" 1 1 90 99 0 GROUP="TAU_CALLPATH|OpenMP" `,
        `".TAU application => ${loop} => barrier enter/exit [OpenMP]" 1 0 9 9 0 GROUP="TAU_CALLPATH|OpenMP" `,
        `".TAU application => ${loop} => [INTERMEDIATE] ${loop}" 3 0 90 90 0 GROUP="TAU_CALLPATH|TAU_SAMPLE_CONTEXT" `,
        `".TAU application => ${loop} => [INTERMEDIATE] ${loop} => [SAMPLE] f [{/w/push.F95} {99}]" 3 0 90 90 0 GROUP="TAU_CALLPATH|TAU_SAMPLE" `,
      ]),
    );
    expect(values(profile, 'time')).toEqual(
      new Map([
        ['.TAU application @0', 1e-6],
        ['.TAU application/paralleldo @0', 90 * 1e-6],
        ['.TAU application/paralleldo/barrier enter/exit [OpenMP] @0', 9e-6],
      ]),
    );
    const roles = profile.definitions.regions.map(({ name, role, beginLine }) => [name, role, beginLine]);
    expect(roles).toContainEqual(['paralleldo', 'loop', 72]);
    expect(roles).toContainEqual(['barrier enter/exit [OpenMP]', 'implicit-barrier', 0]);
    expect([...(profile.sampled?.values() ?? [])]).toEqual([3]);
  });

  it('do not add timers with callers to those without', () => {
    const profile = read(
      profileOf([
        '"main [{a.c} {1,1}-{9,1}]  " 1 2 40 100 0 GROUP="TAU_DEFAULT" ',
        '"f [{a.c} {20,1}-{30,1}]  " 2 1 50 60 0 GROUP="TAU_USER" ',
        '"main [{a.c} {1,1}-{9,1}]   => f [{a.c} {20,1}-{30,1}]  " 2 1 50 60 0 GROUP="TAU_CALLPATH | TAU_USER" ',
        '"MPI_Send()  " 1 0 10 10 0 GROUP="MPI" ',
        '"main [{a.c} {1,1}-{9,1}]   => f [{a.c} {20,1}-{30,1}]   => MPI_Send()  " 1 0 10 10 0 GROUP="TAU_CALLPATH|MPI" ',
      ]),
    );
    expect(profile.shape).toBe('tree');
    const times = values(profile, 'time');
    expect([...times.keys()]).toEqual(['main @0', 'main/f @0', 'main/f/MPI_Send() @0']);
    expect([...times.values()].map((seconds) => Math.round(seconds * 1e6))).toEqual([40, 50, 10]);
    expect(profile.definitions.regions[1]).toMatchObject({
      file: 'a.c',
      beginLine: 20,
      endLine: 30,
      paradigm: 'unknown',
    });
    expect(profile.definitions.regions.at(-1)?.paradigm).toBe('mpi');
    expect(profile.groups?.get('MPI')).toHaveLength(1);
    expect(profile.definitions.systemTree.map(({ name }) => name)).toContain('a & b');
  });

  it('contain callers and callees if callers were kept to a depth of two', () => {
    const profile = read(
      profileOf([
        '"main" 1 2 40 100 0 GROUP="TAU_DEFAULT" ',
        '"f" 2 1 50 60 0 GROUP="TAU_USER" ',
        '"main => f" 2 1 50 60 0 GROUP="TAU_CALLPATH | TAU_USER" ',
        '"g" 1 0 10 10 0 GROUP="TAU_USER" ',
        '"f => g" 1 0 10 10 0 GROUP="TAU_CALLPATH | TAU_USER" ',
      ]),
    );
    expect(profile.shape).toBe('edges');
    expect([...values(profile, 'time').keys()]).toEqual(['main @0', 'f @0', 'g @0']);
    expect(profile.edges).toMatchObject({
      caller: Uint32Array.of(0, 1),
      callee: Uint32Array.of(1, 2),
      calls: Float64Array.of(2, 1),
    });
    expect(profile.edges?.inclusive.get('time')?.[0]).toBeCloseTo(60e-6, 15);
  });

  it('have names with quotes and what looks like groups, throttled timers, and counters that ran over', () => {
    const profile = read(
      profileOf(
        [
          '"operator"" GROUP="x" y [THROTTLED]" 100001 0 5 5 0 GROUP="TAU_DISABLE | TAU_USER" ',
          '"g" 1 0 -3 18446744073709551615 0 GROUP="TAU_USER" ',
        ],
        'PAPI_TOT_CYC',
      ),
    );
    expect(profile.definitions.regions[0]?.name).toBe('operator"" GROUP="x" y');
    expect(profile.lowerBounds).toEqual([0]);
    expect(values(profile, 'PAPI_TOT_CYC')).toEqual(new Map([['operator"" GROUP="x" y @0', 5]]));
    expect(profile.absent?.get('PAPI_TOT_CYC')).toEqual({ callPath: Uint32Array.of(1), location: Uint32Array.of(0) });
  });

  it('have events, over all places and by context', () => {
    const row = '"Message size : main => f" 2 8 4 6 80';
    const { atomicEvents } = read(
      profileOf(['"f" 1 0 1 1 0 GROUP="A" '], 'TIME', ['"Message size" 2 8 4 6 80', row, row]),
    );
    expect(atomicEvents?.events).toEqual([
      { name: 'Message size', context: [] },
      { name: 'Message size', context: ['main', 'f'] },
    ]);
    expect(atomicEvents?.count).toEqual(Float64Array.of(2, 2));
    expect(atomicEvents?.sumOfSquares).toEqual(Float64Array.of(80, 80));
  });

  it('that were cut off are read up to the cut, which is reported', () => {
    const text = profileOf(['"f" 1 0 1 1 0 GROUP="A" ', '"g" 1 0 1 1 0 GROUP="A" ']);
    const { problems, space } = read(text.slice(0, text.indexOf('"g"') + 8));
    expect(space.callTree.size).toBe(1);
    expect(problems.map(({ message }) => message).join(' ')).toMatch(/1 lines? that could not be read/);
    expect(() => read('3 templated_functions_MULTI_TIME\n')).toThrow(/no timers of any thread/);
    expect(() => readTau(gzipSync(Buffer.from('\0P\0P\0K\0\0\0\x02\0\0\0\x01\0\0', 'latin1')), 'x.ppk')).toThrow(
      /x\.ppk ends too early; pack it again/,
    );
  });

  it('idle OpenMP workers are no work', () => {
    const path = join(folder, 'openmp');
    mkdirSync(path);
    const region = (part: string, place = '<3, 9>') => `"parallel (${part}) [OpenMP location: file:/x/a.f ${place}]"`;
    writeFileSync(
      join(path, 'profile.0.0.0'),
      profileOf([
        '".TAU application" 1 1 10 100 0 GROUP="TAU_USER" ',
        `${region('parallel fork/join')} 1 1 5 90 0 GROUP="OpenMP" `,
        `${region('parallel begin/end')} 1 1 65 85 0 GROUP="OpenMP" `,
        `${region('barrier enter/exit')} 1 0 20 20 0 GROUP="OpenMP" `,
      ]),
    );
    writeFileSync(
      join(path, 'profile.0.0.1'),
      profileOf([
        '".TAU application" 1 1 15 100 0 GROUP="TAU_USER" ',
        `${region('parallel begin/end')} 1 1 84 85 0 GROUP="OpenMP" `,
        `${region('barrier enter/exit')} 1 0 1 1 0 GROUP="OpenMP" `,
      ]),
    );
    const opened = openMeasurement(path);
    if (opened.kind !== 'profile') throw new Error('no profile');
    expect([...values(opened.profile, 'time').keys()]).toContain('.TAU application/idle OpenMP threads @1');
    const [parallel] = opened.profile.parallelRegions ?? [];
    expect(parallel?.construct).toBe('parallel');
    const microseconds = (column: 'execT' | 'exitBarT' | 'startupT') =>
      [...(parallel?.columns.get(column) ?? [])].map((seconds) => Math.round(seconds * 1e6));
    expect(microseconds('execT')).toEqual([85, 85]);
    expect(microseconds('exitBarT')).toEqual([20, 1]);
    expect(microseconds('startupT')).toEqual([5, 0]);
  });
});

/** Writes a run and reads it again. */
function again(run: Profile, name: string): Profile {
  const path = join(folder, name);
  for (const file of tauFiles(run)) {
    mkdirSync(dirname(join(path, file.path)), { recursive: true });
    writeFileSync(join(path, file.path), file.text);
  }
  const opened = openMeasurement(path);
  rmSync(path, { recursive: true });
  if (opened.kind !== 'profile') throw new Error('no profile');
  return opened.profile;
}

/** A document of a snapshot file; rows are `id calls subrs excl incl`. */
const snapshotOf = (name: string, at: number, rows: readonly string[], events: readonly string[] = []): string =>
  `<profile_xml>
<profile thread="0.0.0.0">
<name>${name}</name><timestamp>${at}</timestamp>
<interval_data metrics="0 ">
${rows.join('\n')}
</interval_data>
<atomic_data>
${events.join('\n')}
</atomic_data>
</profile>
</profile_xml>
`;
const snapshotDefinitions = (node: number): string => `<profile_xml>
<thread id="0.0.0.0" node="${node}" context="0" thread="0">
<metadata><attribute><name>Starting Timestamp</name><value>1000000</value></attribute></metadata>
</thread>
<definitions thread="0.0.0.0">
<metric id="0"><name>TIME</name><units>unknown</units></metric>
<event id="0"><name>main</name><group>TAU_DEFAULT</group></event>
<event id="1"><name>f</name><group>TAU_USER</group></event>
<userevent id="0"><name>Heap</name></userevent>
</definitions>
</profile_xml>
`;

describe('snapshots of TAU', () => {
  const one = [
    snapshotDefinitions(0),
    snapshotOf('step', 1_500_000, ['0 1 1 300000 400000 ', '1 1 0 100000 100000 '], ['0 2 5 3 4 34 ']),
    snapshotOf('step', 2_000_000, ['0 1 2 500000 900000 ', '1 2 0 400000 400000 ']),
    // Unchanged values are omitted.
    snapshotOf('Final', 3_000_000, ['0 1 2 1500000 1900000 '], ['0 4 9 3 5 131 ']),
  ].join('\0\n');

  it('count with their final values, and report the earlier moments', () => {
    const profile = read(one);
    expect(values(profile, 'time')).toEqual(
      new Map([
        ['main @0', 1.5],
        ['f @0', 400_000 * 1e-6],
      ]),
    );
    expect(values(profile, 'visits').get('f @0')).toBe(2);
    expect(profile.atomicEvents?.count).toEqual(Float64Array.of(4));
    const moments = profile.snapshots?.map(({ name, time, severities }) => [
      name,
      time,
      severities.get('time')?.value.reduce((sum, value) => sum + value, 0),
    ]);
    expect(moments).toEqual([
      ['step', 0.5, expect.closeTo(0.4, 12)],
      ['step', 1, expect.closeTo(0.9, 12)],
      ['Final', 2, 1.5],
    ]);
  });

  it.each(['snapshot.0.0.0', 'snapshot.1.0.0'])('exclude %s if it is a link out of their folder', (name) => {
    const here = mkdtempSync(join(folder, 'links-'));
    const elsewhere = join(mkdtempSync(join(folder, 'elsewhere-')), 'secret');
    writeFileSync(elsewhere, one);
    writeFileSync(join(here, 'snapshot.2.0.0'), one);
    symlinkSync(elsewhere, join(here, name));
    const opened = openMeasurement(here);
    if (opened.kind !== 'profile') throw new Error('no profile');
    expect([...values(opened.profile, 'time').keys()]).toEqual(['main @0', 'f @0']);
    expect(opened.profile.problems.map(({ message }) => message)).toEqual([
      `This thread is ignored: ${join(here, name)} cannot be read: it is a link out of ${here}; put the file itself there.`,
    ]);
  });

  it('with a document type, which no profile of TAU has, are refused with that reason', () => {
    const path = join(mkdtempSync(join(folder, 'type-')), 'tauprofile.xml');
    writeFileSync(path, `<!DOCTYPE a [<!ENTITY b "c">]>\n${one}`);
    expect(() => openMeasurement(path)).toThrow(
      `${path} begins with an XML declaration or a document type (DOCTYPE), which no profile of TAU has: merged ones begin with <profile_xml>; merge the profiles again.`,
    );
  });

  it('of all threads are opened by any of them', () => {
    const here = mkdtempSync(join(folder, 'snapshots-'));
    writeFileSync(join(here, 'snapshot.0.0.0'), one);
    writeFileSync(
      join(here, 'snapshot.1.0.0'),
      snapshotDefinitions(1) + snapshotOf('step', 1_700_000, ['0 1 0 700000 700000 ']),
    );
    const opened = openMeasurement(join(here, 'snapshot.1.0.0'));
    if (opened.kind !== 'profile') throw new Error('no profile');
    expect(values(opened.profile, 'time')).toEqual(
      new Map([
        ['main @0', 1.5],
        ['main @1', 0.7],
        ['f @0', 400_000 * 1e-6],
      ]),
    );
    expect(opened.profile.snapshots?.map(({ name, time }) => [name, time])).toEqual([
      ['step', 0.7],
      ['step', 1],
      ['Final', 2],
    ]);
  });

  it('are merged if there are too many to distinguish, and the end remains unchanged', () => {
    const many = Array.from({ length: 10_050 }, (_, i) =>
      snapshotOf(String(i), 1_000_000 + i, [`0 1 0 ${i + 1} ${i + 1} `]),
    );
    const profile = read([snapshotDefinitions(0), ...many].join(''));
    expect(values(profile, 'time').get('main @0')).toBeCloseTo(10_050e-6, 12);
    expect(profile.snapshots).toHaveLength(10_000);
    expect(profile.snapshots?.at(-1)?.name).toBe('10049');
  });
});

describe('text profiles that are written', () => {
  it('are read as what they were written of', () => {
    const node = fc.tuple(fc.nat(), fc.nat(5), fc.nat(1_000_000), fc.integer({ min: 1, max: 9 }), fc.nat(99));
    fc.assert(
      fc.property(fc.array(node, { minLength: 2, maxLength: 12 }), fc.boolean(), (nodes, counts) => {
        const builder = new ProfileBuilder();
        builder.metric({ name: 'time', unit: 'seconds' });
        builder.metric({ name: 'visits' });
        if (counts) builder.metric({ name: 'PAPI_TOT_INS' });
        const process = builder.system.process('p');
        const locations = [0, 1].map((thread) => builder.system.thread(process, thread));
        const paths: number[] = [];
        for (const [above, name, microseconds, calls, counted] of nodes) {
          const region = builder.calls.region({
            name: `f${name}`,
            file: 'a.c',
            beginLine: name + 1,
            endLine: name + 2,
          });
          paths.push(builder.calls.callPath(region, paths.length === 0 ? -1 : elementAt(paths, above % paths.length)));
          for (const location of locations) {
            builder.exclusive('time', paths.at(-1) ?? 0, location, (microseconds + location) / 1e6);
            builder.exclusive('visits', paths.at(-1) ?? 0, location, calls);
            if (counts) builder.exclusive('PAPI_TOT_INS', paths.at(-1) ?? 0, location, counted);
          }
        }
        const run = builder.build();
        const back = again(run, 'run');
        for (const metric of ['time', 'visits', 'PAPI_TOT_INS']) {
          const [before, after] = [values(run, metric), values(back, metric)];
          expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
          for (const [key, value] of before) expect(after.get(key)).toBeCloseTo(value, 12);
        }
      }),
      {
        numRuns: 25,
        // Recursion below a root without time: what calls of it have does not add up to the last bit.
        examples: [
          [
            [
              [0, 1, 0, 1, 0],
              [0, 1, 784_726, 1, 0],
              [0, 0, 0, 1, 0],
              [1, 1, 1, 1, 0],
            ],
            false,
          ],
        ],
      },
    );
  });

  it('have a common root where a run has several', () => {
    const builder = new ProfileBuilder();
    builder.metric({ name: 'time', unit: 'seconds' });
    const thread = builder.system.thread(builder.system.process('p'), 0);
    const [main, worker] = ['main', 'worker'].map((name) => builder.calls.region({ name }));
    const inMain = builder.calls.callPathOf([main ?? 0, worker ?? 0]);
    builder.exclusive('time', inMain, thread, 1);
    builder.exclusive('time', builder.calls.callPath(worker ?? 0), thread, 2);
    expect(values(again(builder.build(), 'roots'), 'time')).toEqual(
      new Map([
        ['.TAU application/main/worker @0', 1],
        ['.TAU application/worker @0', 2],
      ]),
    );
  });
});
