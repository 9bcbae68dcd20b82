/** The forms of the first line of a sample, by versions of perf and by selected fields. */
import { describe, expect, it } from 'vitest';
import { eventName } from '../../../src/formats/perf/eventNames.js';
import { headOf } from '../../../src/formats/perf/head.js';
import { beginsSample, PerfScript } from '../../../src/formats/perf/script.js';
import { perf } from '../../../src/formats/perf/index.js';
import { MemoryBudget } from '../../../src/formats/profile/index.js';

const samples = (text: string) => [...new PerfScript(new MemoryBudget()).samples(text.split('\n'))];

describe('the first line of a sample', () => {
  it.each([
    [
      'delta  31  7.250000:   500 cycles:u: ',
      { command: 'delta', process: 31, time: 7.25, period: 500, event: 'cycles:u' },
    ],
    ['delta 31/33 [007] 7.250000: cpu-clock:', { process: 31, thread: 33, cpu: 7, time: 7.25, event: 'cpu-clock' }],
    ['Worker 1    31 [000]     7.250000: cycles:', { command: 'Worker 1', process: 31, cpu: 0, event: 'cycles' }],
    ['Worker 1  31 cycles:P:', { command: 'Worker 1', process: 31, event: 'cycles:P' }],
    ['delta    31       4000 cycles:', { command: 'delta', process: 31, period: 4000, event: 'cycles' }],
    ['delta 31/31 4000 cycles:', { command: 'delta', process: 31, thread: 31, period: 4000, event: 'cycles' }],
    ['   31     7.250000:        250 page-faults:', { command: '', process: 31, period: 250, event: 'page-faults' }],
    ['delta     7.250000: cpu_core/cycles/u:', { command: 'delta', time: 7.25, event: 'cpu_core/cycles/u' }],
    ['delta    31     7.250000: ', { command: 'delta', process: 31, time: 7.25, event: '' }],
    ['delta    31     7.250000:     250 ', { command: 'delta', process: 31, time: 7.25, period: 250, event: '' }],
    ['delta    31 [002] U     7.250000: cycles:', { process: 31, cpu: 2, time: 7.25, event: 'cycles' }],
    [':31    31 [002]     7.250000123: instructions:', { command: ':31', process: 31, time: 7.250000123 }],
    ['cycles:u: ', { command: '', event: 'cycles:u' }],
    [
      'delta 31 [000] 7.25: sched:sched_switch: prev_comm=a ==> next_comm=b',
      { event: 'sched:sched_switch', rest: 'prev_comm=a ==> next_comm=b' },
    ],
  ])('has its fields: %s', (line, fields) => expect(headOf(line)).toMatchObject(fields));

  it.each([
    'delta;flow 12',
    'Total: 5',
    'delta  31/31  7.250000: PERF_RECORD_MMAP2 31/31: [0x400000(0x1000) @ 0 08:01 12 0]: r-xp /bin/delta',
    '        4011d2 main+0x12 (/opt/delta)',
    '4011d2 ns::A<int>::operator()(int) const (/opt/delta)',
    '[ perf record: Woken up 1 times to write data ]',
    '',
  ])('is no other line: %s', (line) => expect(headOf(line)).toBeUndefined());
});

describe('lines of a sample', () => {
  it('without stacks are samples, however they are indented', () => {
    const line = (time: string) =>
      `           delta    31     ${time}:       4000 cycles:u:            4011d2 flow+0x2 (/opt/delta)`;
    const found = samples(`${line('7.25')}\n${line('7.26')}\n\tdelta.c:12\n`);
    expect(found.map(({ frames }) => frames)).toEqual([
      [{ name: 'flow', module: '/opt/delta' }],
      [{ name: 'flow', module: '/opt/delta', file: 'delta.c', line: 12 }],
    ]);
  });

  it('need no blank line between samples, and no indentation of lines and functions', () => {
    const sample = (time: string) =>
      `delta 31 ${time}: cycles:\n4011d2 inner (inlined)\ninner.h:7\n4011d2 flow+0x2 (/opt/delta)\ndelta.c:12\n`;
    const script = new PerfScript(new MemoryBudget());
    const found = [...script.samples((sample('7.25') + sample('7.26')).split('\n'))];
    expect(script.strange).toBe(0);
    expect(found.map(({ frames }) => frames.map(({ name, line }) => [name, line]))).toEqual([
      [
        ['inner', 7],
        ['flow', 12],
      ],
      [
        ['inner', 7],
        ['flow', 12],
      ],
    ]);
  });

  it('may have names of threads that look like addresses', () => {
    const sample = ' cafe 31/31 7.25: cycles:\n\t4011d2 flow (/opt/cafe)\n';
    expect(samples(sample + sample)).toHaveLength(2);
  });

  it('of other records are no samples', () => {
    const script = new PerfScript(new MemoryBudget());
    const text =
      'delta 31/31 7.25: PERF_RECORD_COMM exec: delta:31/31\ndelta 31/31 7.3: cycles:\n\t4011d2 f (/opt/delta)\n';
    expect([...script.samples(text.split('\n'))]).toHaveLength(1);
    expect(script.strange).toBe(0);
  });
});

describe('the beginning of a file', () => {
  it('is recognized without times by a function in the next line', () => {
    expect(beginsSample(['delta  31 cycles:u: ', '\t 4011d2 flow (/opt/delta)'])).toBe(true);
    expect(beginsSample(['delta  31 cycles:u:  4011d2 flow (/opt/delta)'])).toBe(true);
    expect(beginsSample(['delta  31 cycles:u: ', '\t          4011d2 flow'])).toBe(true);
    expect(beginsSample(['delta cycles:u: ', '\t          4011d2 flow (/opt/delta)'])).toBe(true);
    expect(beginsSample(['delta  31 cycles:u: ', 'another line'])).toBe(false);
    expect(beginsSample(['Remark: ', 'ab is (here)'])).toBe(false);
    const text = '# a heading\n\ndelta  31 cycles:u: \n\t 4011d2 flow (/opt/delta)\n';
    expect(perf.recognizes(Buffer.from(text))).toBe(true);
  });
});

describe('the name of an event', () => {
  it.each([
    ['cycles:u', { name: 'cycles', unit: '', modes: 'u', kind: 'cycles' }],
    ['cycles:ppp', { name: 'cycles', modes: '', kind: 'cycles' }],
    ['cpu-clock:pppH', { name: 'cpu-clock', modes: '', kind: 'clock' }],
    ['cpu_atom/cycles/Pu', { name: 'cpu_atom/cycles/', unit: 'cpu_atom', base: 'cycles', modes: 'u', kind: 'cycles' }],
    ['cpu/cpu-cycles,period=100000/u', { unit: 'cpu', base: 'cpu-cycles', kind: 'cycles' }],
    ['ref-cycles', { kind: 'cycles' }],
    ['armv8_pmuv3_0/cpu_cycles/', { kind: 'cycles' }],
    ['instructions:u', { name: 'instructions', kind: 'other' }],
    ['stalled-cycles-frontend', { kind: 'other' }],
    ['sched:sched_switch', { name: 'sched:sched_switch', kind: 'other' }],
    ['cpu_core/mem-loads,ldlat=30/', { kind: 'other' }],
  ])('%s', (name, parts) => expect(eventName(name)).toMatchObject(parts));
});

describe('samples without first lines', () => {
  const stack = (...names: string[]) =>
    `${names.map((name) => `\t          4011d2 ${name} (/opt/delta)`).join('\n')}\n\n`;

  it('are stacks, or single functions', () => {
    const names = (text: string) => samples(text).map(({ frames }) => frames.map(({ name }) => name));
    expect(names(`\n${stack('flow', 'main')}${stack('main')}`)).toEqual([['flow', 'main'], ['main']]);
    const single = (name: string) => `           4011d2 ${name} (/opt/delta)\n`;
    expect(names(single('flow') + single('flow') + single('main'))).toEqual([['flow'], ['flow'], ['main']]);
    expect(perf.recognizes(Buffer.from(stack('flow', 'main')))).toBe(true);
  });

  it('are none behind lines that are not read', () => {
    expect(samples(`an unknown line\n${stack('flow')}`)).toEqual([]);
  });
});
