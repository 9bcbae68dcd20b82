/** Which samples are time, and of whom. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScript } from '../../../src/formats/perf/read.js';
import type { Profile } from '../../../src/model/profile.js';
import { flatOf, reportOf, totalOf } from '../stacks/support.js';

function profile(text: string): Profile {
  const read = readScript(text.split('\n'));
  if (read === undefined) throw new Error('nothing was read');
  return read;
}

interface Given {
  readonly command?: string;
  readonly ids?: string;
  readonly cpu?: number;
  readonly time?: number;
  readonly period?: number;
  readonly event: string;
  readonly name?: string;
  readonly file?: string;
}

const sample = ({ command = 'loom', ids = '52', cpu, time, period, event, name = 'warp', file = '/opt/loom' }: Given) =>
  `${command}  ${ids} ${cpu === undefined ? '' : `[00${cpu}] `}${time === undefined ? '' : `${time.toFixed(6)}: `}` +
  `${period === undefined ? '' : String(period).padStart(10)} ${event}: \n\t 4011d2 ${name}+0x1 (${file})\n`;

const messages = ({ problems }: Profile) => problems.map(({ message }) => message).join('\n');

describe('samples of an event that is no time', () => {
  it('are ranked by the sums of their periods, whatever these are', () => {
    const periods = fc.array(fc.record({ period: fc.integer({ min: 1, max: 1e6 }), inner: fc.boolean() }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(periods, fc.constantFrom('page-faults', 'instructions:u', 'sched:sched_wakeup'), (list, event) => {
        const read = profile(
          list
            .map(({ period, inner }, i) =>
              sample({ time: 3 + i * 1e-3, period, event, name: inner ? 'inner' : 'outer' }),
            )
            .join('\n'),
        );
        const { main, span, totalTime } = reportOf(read);
        const sum = (part: typeof list) => part.reduce((all, { period }) => all + period, 0);
        expect([main?.total, span, totalTime]).toEqual([sum(list), 0, 0]);
        expect(read.space.severities.has('time')).toBe(false);
        expect(flatOf(read).get('inner')?.exclusive ?? 0).toBe(sum(list.filter(({ inner }) => inner)));
      }),
      { numRuns: 30 },
    );
  });

  it('weigh lines by periods', () => {
    const line = (period: number, at: number) =>
      sample({ period, event: 'cache-misses' }).trimEnd().concat(`\n\tloom.c:${at}\n`);
    const { hotLines = [] } = reportOf(profile(`${line(300, 7)}\n${line(100, 9)}`));
    expect(hotLines.map(({ place, seconds, share }) => [place.line, seconds, share])).toEqual([
      [7, 300, 0.75],
      [9, 100, 0.25],
    ]);
  });

  it('without periods are ranked by their number', () => {
    const read = profile([1, 2, 3].map((i) => sample({ time: i, event: 'page-faults' })).join('\n'));
    expect(reportOf(read).main).toMatchObject({ name: 'samples', total: 3 });
  });

  it('next to a clock are counts, and the clock is the time', () => {
    const both = [1, 2, 3].flatMap((i) => [
      sample({ time: i / 100, period: 1e7, event: 'task-clock' }),
      sample({ time: i / 100, period: 9, event: 'page-faults' }),
    ]);
    const read = profile(both.join('\n'));
    expect(totalOf(read, 'time')).toBeCloseTo(0.03, 12);
    expect(totalOf(read, 'page-faults')).toBe(27);
    expect(totalOf(read, 'samples')).toBe(3);
  });
});

describe('samples of cycles', () => {
  it('have the time that the thread ran, without pauses and whatever their periods are', () => {
    const list = fc.array(fc.record({ period: fc.integer({ min: 900_000, max: 1_100_000 }), isPaused: fc.boolean() }), {
      minLength: 20,
      maxLength: 40,
    });
    fc.assert(
      fc.property(list, (given) => {
        // A cycle takes a nanosecond; every tenth sample may follow a pause of 50 ms.
        let time = 5;
        let cycles = 0;
        const text = given.map(({ period, isPaused }, i) => {
          time += period * 1e-9 + (isPaused && i % 10 === 5 ? 0.05 : 0);
          cycles += period;
          return sample({ time, period, event: 'cycles' });
        });
        const found = totalOf(profile(text.join('\n')), 'time');
        expect(Math.abs(found - cycles * 1e-9)).toBeLessThan(0.01 * cycles * 1e-9);
      }),
      { numRuns: 30 },
    );
  });

  it('without times are ranked by cycles', () => {
    const read = profile([7, 9].map((period) => sample({ period, event: 'cycles:u' })).join('\n'));
    expect(reportOf(read).main).toMatchObject({ name: 'cycles', total: 16 });
  });

  it('of a kind of cores with one sample take as long as those of the others', () => {
    const text = [
      ...[1, 2, 3].map((i) => sample({ ids: '52/52', time: i * 0.002, period: 4000, event: 'cpu_core/cycles/' })),
      sample({ ids: '52/53', time: 0.003, period: 1000, event: 'cpu_atom/cycles/' }),
    ];
    expect(totalOf(profile(text.join('\n')), 'time')).toBeCloseTo(0.008, 12);
  });

  it('of a thread that changes the kind of its core are not counted twice', () => {
    const text = [1, 2, 3, 4, 5, 6].map((i) =>
      sample({
        time: i * 0.002,
        period: i % 2 === 0 ? 4000 : 2000,
        event: `cpu_${i % 2 === 0 ? 'core' : 'atom'}/cycles/`,
      }),
    );
    expect(totalOf(profile(text.join('\n')), 'time')).toBeCloseTo(0.012, 12);
  });

  it('in user and in kernel mode are parts of one time, and those of both modes are all of it', () => {
    const of = (event: string, shift: number) =>
      [1, 2, 3, 4].map((i) => sample({ time: i * 0.001 + shift, period: 1000, event }));
    const parts = profile([...of('cycles:u', 0), ...of('cycles:k', 0.0004)].join('\n'));
    expect(totalOf(parts, 'samples')).toBe(8);
    const whole = profile([...of('cycles', 0), ...of('cycles:u', 0.0004)].join('\n'));
    expect(totalOf(whole, 'samples')).toBe(4);
    expect(totalOf(whole, 'time')).toBeCloseTo(0.004, 12);
  });
});

describe('samples of a clock without periods', () => {
  const heading = (command: string, event = '') => `# cmdline : ${command} \n# event : name = cpu-clock, ${event}\n#\n`;
  const two = [0.1, 0.9].map((time) => sample({ time, event: 'cpu-clock' })).join('\n');

  it.each([
    ['/usr/bin/perf record -F 50 -a -g ./loom -F 7', '', 0.02],
    ['perf record -F50 ./loom', '', 0.02],
    ['perf record -e cpu-clock --freq=50 -- ./loom', '', 0.02],
    ['perf record -g -c 20000000 ./loom', '', 0.02],
    ['perf record ./loom', '{ sample_period, sample_freq } = 50, sample_type = IP|TID, freq = 1', 0.02],
    ['perf record ./loom', '{ sample_period, sample_freq } = 20000000, sample_type = IP|TID', 0.02],
    ['perf record -F max ./loom', '', 0.8],
    ['perf record ./loom -F 50', '', 0.8],
  ])('have the interval of the heading, otherwise of their distances: %s %s', (command, event, interval) => {
    expect(totalOf(profile(heading(command, event) + two), 'time')).toBeCloseTo(2 * interval, 12);
  });

  it('of the whole system have the distances of each CPU', () => {
    const idle = (time: number, cpu: number) => sample({ command: 'swapper', ids: '0', cpu, time, event: 'cpu-clock' });
    const text = [0.01, 0.02, 0.03, 0.04].flatMap((time, i) => [
      // The thread changes its CPU, and another one takes turns with it.
      sample({ ids: String(52 + (i % 2)), cpu: i % 2, time, event: 'cpu-clock' }),
      idle(time + 0.001, 2),
      idle(time + 0.002, 3),
    ]);
    const read = profile(text.join('\n'));
    expect(totalOf(read, 'time')).toBeCloseTo(0.04, 12);
    expect(messages(read)).toContain('8 samples of idle CPUs (80.0 ms) are excluded');
  });
});

describe('the measured program', () => {
  it('has all processes and threads of its name or its file, and no others', () => {
    const at = (given: Partial<Given>) => sample({ period: 1e6, event: 'cpu-clock', ...given });
    const text = [
      ...Array.from({ length: 4 }, () => at({})),
      at({ command: 'spinner', ids: '53', name: 'weft' }),
      at({ command: 'loom', ids: '54/55', name: 'weft' }),
      at({ command: 'moth 1', ids: '9', name: 'nibble', file: '/usr/bin/moth' }),
      at({ command: 'swapper/3', ids: '0', name: 'idle', file: '[kernel.kallsyms]' }),
    ];
    const read = profile(text.join('\n'));
    expect(read.definitions.locationGroups.map(({ name }) => name)).toEqual(['loom 52', 'spinner 53', 'loom 54']);
    expect(totalOf(read, 'time')).toBeCloseTo(0.006, 12);
    expect(messages(read)).toContain('Another program is excluded: moth 1 1.00 ms.');
    expect([...flatOf(read).keys()].sort()).toEqual(['warp', 'weft']);
  });

  it('is the one that the recorded command names, where it has much of the time', () => {
    const at = (command: string, ids: string, count: number) =>
      Array.from({ length: count }, () =>
        sample({ command, ids, period: 1e6, event: 'cpu-clock', file: `/opt/${command}` }),
      );
    const programs = [...at('moth', '9', 20), ...at('loom', '52', 3), ...at('sleep', '7', 1)].join('\n');
    const total = (command: string) => totalOf(profile(`# cmdline : perf record -a ${command} \n${programs}`), 'time');
    expect(total('-- mpirun -n 2 ./bin/loom moth.in')).toBeCloseTo(0.003, 12);
    expect(total('-o moth -- sleep 5')).toBeCloseTo(0.02, 12);
    expect(total('-g')).toBeCloseTo(0.02, 12);
  });

  it('must be in the recording', () => {
    const idle = sample({ command: 'swapper', ids: '0', event: 'cpu-clock' });
    expect(() => profile(idle)).toThrow(/only samples of idle CPUs/);
  });
});
