import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { formatOf, openMeasurement } from '../../../src/formats/registry.js';
import { readTraceEvents } from '../../../src/formats/traceEvents/read.js';
import type { Profile } from '../../../src/model/profile.js';
import { flatOf, profileAt, reportOf, totalOf } from '../stacks/support.js';

const MICROSECOND = 1e-6;

function temporaryFile(content: string | Uint8Array, name = 'x.bin'): string {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-trace-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function read(events: readonly object[], more: object = {}): Profile {
  const profile = readTraceEvents([JSON.stringify({ ...more, traceEvents: events })]);
  if (profile === undefined) throw new Error('nothing was read');
  return profile;
}

const X = (name: string, ts: number, dur: number, more: object = {}): object => ({
  ...{ ph: 'X', name, ts, dur, pid: 1, tid: 1 },
  ...more,
});
const B = (name: string, ts: number, more: object = {}): object => ({ ph: 'B', name, ts, pid: 1, tid: 1, ...more });
const E = (ts: number, more: object = {}): object => ({ ph: 'E', ts, pid: 1, tid: 1, ...more });
const M = (name: string, args: object, more: object = {}): object => ({ ph: 'M', name, args, pid: 1, ...more });

/** Exclusive and inclusive microseconds, and calls, by function. */
const rows = (profile: Profile): Record<string, number[]> =>
  Object.fromEntries(
    [...flatOf(profile)].map(([name, { exclusive, inclusive, calls }]) => [
      name,
      [exclusive, inclusive].map((seconds) => Number((seconds / MICROSECOND).toFixed(4))).concat(calls),
    ]),
  );
const messages = ({ problems }: Profile): string => problems.map(({ message }) => message).join('\n');

describe('durations', () => {
  it('are nested by their times, in any order', () => {
    const events = [X('main', 0, 100), X('a', 10.5, 30), X('b', 12, 5.25), X('a', 60, 20), X('main', 200, 10)];
    const expected = { main: [60, 110, 2], a: [44.75, 50, 2], b: [5.25, 5.25, 1] };
    expect(rows(read(events))).toEqual(expected);
    expect(rows(read(events.toReversed()))).toEqual(expected);
  });

  it('begin and end, also with complete ones in them', () => {
    const profile = read([B('main', 0), B('a', 10), X('b', 12, 5), E(40), B('a', 50), E(60, { name: 'a' }), E(100)]);
    expect(rows(profile)).toEqual({ main: [60, 100, 1], a: [35, 40, 2], b: [5, 5, 1] });
    expect(profile.problems).toEqual([]);
  });

  it('begin with arguments that their ends do not have', () => {
    const profile = read([
      B('ProfilerStep#1', 0),
      B('flow', 1, { args: { file: 'tide.c', line: 3 } }),
      B('Instantiate', 2, { args: { detail: 'std::vector<int>' } }),
      E(4, { name: 'Instantiate' }),
      E(8, { name: 'flow' }),
      E(10, { name: 'ProfilerStep#2' }),
    ]);
    expect(rows(profile)).toEqual({
      ProfilerStep: [3, 10, 1],
      flow: [5, 7, 1],
      'Instantiate std::vector<int>': [2, 2, 1],
    });
    expect(profile.problems).toEqual([]);
  });

  it('of py-spy have the lines that are executed', () => {
    const at = (line: number): object => ({ cat: 'py-spy', args: { filename: 'tide.py', line } });
    const profile = read([
      B('main', 0, at(9)),
      B('flow', 0, at(3)),
      E(5, { name: 'flow', ...at(3) }),
      B('flow', 5, at(4)),
      E(8, { name: 'flow', ...at(4) }),
      E(8, { name: 'main', ...at(9) }),
    ]);
    expect(rows(profile)).toEqual({ main: [0, 8, 1], flow: [8, 8, 2] });
    expect(profile.definitions.sourceCodeLocations).toContainEqual({ file: 'tide.py', line: 9 });
  });

  it('of one begin are nested the longest first, and those of no time count as calls', () => {
    expect(rows(read([X('a', 0, 5), X('main', 0, 10), X('z', 10, 0)]))).toEqual({
      main: [5, 10, 1],
      a: [5, 5, 1],
      z: [0, 0, 1],
    });
  });

  it('that overlap are divided, so that no time is lost', () => {
    const profile = read([X('main', 0, 100), X('a', 10, 40), X('b', 30, 60), X('c', 95, 20)]);
    expect(totalOf(profile, 'time')).toBeCloseTo(115 * MICROSECOND, 12);
    expect(rows(profile)).toMatchObject({ main: [15, 100, 1], a: [20, 40, 1], b: [60, 60, 1], c: [20, 20, 1] });
    expect(messages(profile)).toMatch(/2 durations are not nested: each ends after the one around it/);
  });

  it('that overlap by rounding are nested', () => {
    const profile = read([X('main', 0, 100), X('a', 10, 90.5), X('b', 100, 50), X('c', 149.5, 50)]);
    expect(profile.problems).toEqual([]);
    expect(rows(profile)).toEqual({ main: [10, 100, 1], a: [90, 90, 1], b: [50, 50, 1], c: [50, 50, 1] });
  });

  it('without a counterpart are reported', () => {
    const profile = read([
      E(1),
      B('main', 5),
      B('a', 10),
      B('b', 15),
      E(30, { name: 'a' }),
      E(31, { name: 'x' }),
      X('c', 40, 10),
    ]);
    expect(rows(profile)).toEqual({ main: [15, 45, 1], a: [5, 20, 1], b: [15, 15, 1], c: [10, 10, 1] });
    expect(messages(profile)).toMatch(/2 begins of a duration have no end/);
    expect(messages(profile)).toMatch(/2 ends of a duration without a begin were ignored/);
  });

  it('have the time of the processor too', () => {
    const profile = read([X('main', 0, 100, { tdur: 80 }), B('a', 10, { tts: 5 }), E(40, { tts: 25 })]);
    expect(totalOf(profile, 'processor_time')).toBeCloseTo(80 * MICROSECOND, 12);
    const metric = profile.space.severities.get('processor_time');
    expect([...(metric?.value ?? [])].map((value) => Number((value / MICROSECOND).toFixed(4)))).toEqual([60, 20]);
  });

  it('add up to the time that any of them lasts, whatever they are', () => {
    const slices = fc.array(fc.tuple(fc.nat(60), fc.nat(40), fc.nat(4)), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(slices, (all) => {
        const profile = read(all.map(([ts, dur, name]) => X(`f${name}`, 10 * ts, 10 * dur)));
        const busy = new Set(all.flatMap(([ts, dur]) => Array.from({ length: dur }, (_, i) => ts + i)));
        expect(totalOf(profile, 'time') / MICROSECOND).toBeCloseTo(10 * busy.size, 4);
        expect(totalOf(profile, 'visits')).toBeLessThanOrEqual(all.length);
      }),
    );
  });
});

describe('processes and threads', () => {
  it('are named by metadata, before or after their events', () => {
    const profile = read([
      X('a', 0, 1, { pid: 7, tid: 'worker' }),
      X('a', 0, 1, { pid: 'first', tid: 2 }),
      M('process_name', { name: 'Rank 3' }, { pid: 7 }),
      M('thread_name', { name: 'pool' }, { pid: 7, tid: 'worker' }),
      M('process_sort_index', { sort_index: -1 }, { pid: 'first' }),
      M('process_name', { name: 'nothing' }, { pid: 9 }),
    ]);
    const { locations, locationGroups } = profile.definitions;
    expect(locationGroups.map(({ name }) => name)).toEqual(['Process first', 'MPI Rank 3']);
    expect(locations.map(({ name }) => name)).toEqual(['Thread 2', 'pool']);
  });

  it('of PyTorch have streams of devices', () => {
    const profile = read(
      [
        M('process_name', { name: 'python' }, { pid: 1 }),
        M('process_name', { name: 'python' }, { pid: 0 }),
        M('process_labels', { labels: 'GPU 0' }, { pid: 0 }),
        M('thread_name', { name: 'stream 7' }, { pid: 0, tid: 7 }),
        X('ProfilerStep#3', 0, 50, { cat: 'user_annotation' }),
        X('ProfilerStep#4', 50, 50, { cat: 'user_annotation' }),
        X('torch/nn/module.py(1501): _call_impl', 5, 30, { cat: 'python_function' }),
        X('aten::mm', 10, 20, { cat: 'cpu_op' }),
        X('cudaLaunchKernel', 12, 4, { cat: 'cuda_runtime' }),
        X('void gemm<float, 4>(float*)', 20, 60, { cat: 'kernel', pid: 0, tid: 7 }),
        X('Memcpy HtoD', 85, 5, { cat: 'gpu_memcpy', pid: 0, tid: 7 }),
        X('Stream Wait', 5, 90, { cat: 'cuda_sync', pid: 0, tid: 7 }),
        X('PyTorch Profiler (0)', 0, 100, { cat: 'Trace', pid: 'Spans', tid: 'PyTorch Profiler' }),
        { ph: 's', id: 1, cat: 'ac2g', name: 'ac2g', ts: 12, pid: 1, tid: 1 },
      ],
      { schemaVersion: 1, deviceProperties: [{ id: 0, name: '"traceEvents": [' }], displayTimeUnit: 'ms' },
    );
    const { locations, locationGroups, regions } = profile.definitions;
    expect(locationGroups.map(({ name, type }) => [name, type])).toEqual([
      ['GPU 0', 'accelerator'],
      ['python (1)', 'process'],
    ]);
    expect(locations.map(({ type }) => type)).toEqual(['accelerator-stream', 'cpu-thread']);
    expect(rows(profile)).toMatchObject({
      ProfilerStep: [70, 100, 2],
      _call_impl: [10, 30, 1],
      'aten::mm': [16, 20, 1],
      'void gemm<float, 4>(float*)': [60, 60, 1],
    });
    expect(regions.find(({ name }) => name === '_call_impl')).toMatchObject({
      file: 'torch/nn/module.py',
      beginLine: 1501,
    });
    expect(regions.find(({ name }) => name === 'Memcpy HtoD')).toMatchObject({ role: 'data-transfer' });
    expect(reportOf(profile).span).toBeCloseTo(100 * MICROSECOND, 12);
    expect(messages(profile)).toMatch(
      /1 asynchronous event is excluded.*\n1 event without a duration .*\n1 sum over the whole trace is excluded/,
    );
  });
});

describe('names and places', () => {
  it('are those of several tools', () => {
    const { regions } = read([
      X('forward (/src/net.py:12)', 0, 1),
      X('len (<built-in>:0)', 1, 1),
      X('InstantiateFunction', 2, 1, { args: { detail: 'std::vector<int>::push_back' } }),
      X('Source', 3, 1, { args: { detail: '/usr/include/c++/12/vector' } }),
      X('MPI_Send', 4, 1, { args: { file: 'tide.f90', line: '31' } }),
      X('Total Source', 0, 99, { args: { count: 3, 'avg ms': 1 }, tid: 5 }),
      X('__proto__', 6, 1),
    ]).definitions;
    expect(regions.map(({ name, file, beginLine }) => [name, file, beginLine])).toEqual([
      ['forward', '/src/net.py', 12],
      ['len', undefined, 0],
      ['InstantiateFunction std::vector<int>::push_back', undefined, 0],
      ['Source /usr/include/c++/12/vector', '/usr/include/c++/12/vector', 0],
      ['MPI_Send', 'tide.f90', 31],
      ['__proto__', undefined, 0],
    ]);
    expect(regions.find(({ name }) => name === 'MPI_Send')?.paradigm).toBe('mpi');
  });
});

describe('long names', () => {
  it('are kept whole', () => {
    const name = `f${' (a:'.repeat(100_000)}`;
    expect(read([X(name, 0, 1)]).definitions.regions.map((region) => region.name)).toEqual([name]);
  });
});

describe('samples', () => {
  const stackFrames = {
    1: { name: 'main' },
    2: { name: 'a', parent: 1 },
    x: { name: 'b', parent: 2 },
    9: { name: 'loop', parent: 9 },
  };

  it('have stacks of the table, or their own', () => {
    const P = (more: object): object => ({ ph: 'P', name: 'cycles', ts: 1, pid: 1, tid: 1, ...more });
    const profile = read(
      [P({ sf: 2 }), P({ sf: 2 }), P({ sf: 'x' }), P({ stack: ['main', 'c'] }), P({ sf: '__proto__' }), P({})],
      {
        stackFrames,
        samples: [{ tid: 2, ts: 1, name: 'cycles', sf: 1, weight: 1 }],
      },
    );
    expect(profile.rankedBy).toBe('samples');
    expect(totalOf(profile, 'samples')).toBe(5);
    const { flat, main } = reportOf(profile);
    expect(main?.name).toBe('samples');
    expect(Object.fromEntries((flat ?? []).map(({ region, exclusive }) => [region, exclusive]))).toEqual({
      ...{ main: 1, a: 2, b: 1, c: 1 },
    });
    expect(messages(profile)).toMatch(/1 event without a known type or a time was ignored/);
  });

  it('of a stack that is its own caller end', () => {
    expect(totalOf(read([{ ph: 'P', sf: 9, ts: 1, pid: 1, tid: 1 }], { stackFrames }), 'samples')).toBe(1);
  });
});

describe('files', () => {
  const list = `[\n${[X('main', 0, 100), X('a', 10, 20), M('process_name', { name: 'tide "[{\\' })].map((event) => JSON.stringify(event)).join(',\n')},\n`;
  const whole = JSON.stringify({
    otherData: { a: [{}] },
    traceEvents: [X('main', 0, 100), X('a', 10, 20)],
    stackFrames: {},
  });

  it.each([
    ['an object', whole],
    ['an object with marks', `\ufeff${JSON.stringify(JSON.parse(whole), null, 2)}`],
    ['a list that ends', `${list}{}]`],
    ['a list that does not end', list],
    ['a list that ends before a comma', list.slice(0, -2)],
    ['UTF-16', Buffer.from(`\ufeff${whole}`, 'utf16le')],
    ['gzip', gzipSync(whole)],
    ['gzip of much white space', gzipSync(`${whole.slice(0, -1)}${' '.repeat(4_000_000)}}`)],
  ])('%s', (_, content) => {
    const path = temporaryFile(content);
    const profile = profileAt(path);
    expect(formatOf(path)?.title).toBe('Chrome trace');
    expect(rows(profile)).toEqual({ main: [80, 100, 1], a: [20, 20, 1] });
    expect(profile.problems).toEqual([]);
  });

  it('are read piece by piece, wherever these end', () => {
    const expected = rows(read([X('main', 0, 100), X('a', 10, 20)]));
    for (const text of [whole, `${list}]`])
      for (let size = 1; size < 12; size++) {
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
          text.slice(i * size, (i + 1) * size),
        );
        const profile = readTraceEvents(pieces);
        expect(profile === undefined ? {} : rows(profile)).toEqual(expected);
      }
  });

  it('that are truncated are reported', () => {
    const cut = whole.slice(0, whole.indexOf('"name":"a"') + 20);
    expect(messages(profileAt(temporaryFile(cut)))).toMatch(/The file ends within its events: it is truncated/);
    expect(() => openMeasurement(temporaryFile('{"traceEvents":[{"ph":"X"'))).toThrow(
      /is truncated before the first duration; copy it again/,
    );
    const packed = gzipSync(whole);
    expect(() => openMeasurement(temporaryFile(packed.subarray(0, packed.length - 12)))).toThrow(/cannot be unpacked/);
  });

  it('without durations are refused', () => {
    const path = temporaryFile(
      '{"traceEvents":[{"ph":"C","name":"memory","ts":1,"pid":1,"args":{"used":5}},{"ph":"b","ts":1,"id":3}]}',
    );
    expect(() => openMeasurement(path)).toThrow(/contains no durations of threads and no samples, only markers/);
  });

  it('have events that are none', () => {
    const text =
      '[{"ph":"X"},{"ph":"X","ts":"7","dur":"5","name":"a"},7,[{"ph":"X"}],{"ph":"X","ts":1,"dur":-1},{"ph":"?"},{bad},{"ph":"X","ts":1e999,"dur":1}]';
    const profile = profileAt(temporaryFile(text));
    expect(rows(profile)).toEqual({ a: [5, 5, 1] });
    expect(messages(profile)).toMatch(/5 events without a known type or a time were ignored/);
  });

  it('are deep or crossed without end', () => {
    const deep = Array.from({ length: 5000 }, (_, i) => X(`f${i % 3}`, i, 20_000 - 2 * i));
    expect(totalOf(read(deep), 'time')).toBeCloseTo(20_000 * MICROSECOND, 9);
    const crossed = Array.from({ length: 4000 }, (_, i) => X('f', 100 * i, 100 * (4000 + i)));
    expect(totalOf(read(crossed), 'time')).toBeGreaterThan(0);
    expect(() => readTraceEvents(['['.repeat(1_000_000)])).toThrow(/is truncated before the first duration/);
    const open = Array.from({ length: 20_000 }, (_, i) => B(`g${i % 2}`, i));
    expect(messages(read(open))).toMatch(/20,000 begins of a duration have no end/);
  });
});
