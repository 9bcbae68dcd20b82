/** Values that are no single numbers, and derived ones. */
import { describe, expect, it } from 'vitest';
import { valueAt } from '../../../src/model/profileValues.js';
import { readCube, toSpace } from '../../../src/formats/cube/index.js';
import { anchor, cube, data, doubles, index, metric } from './files.js';

/** Of metric 0, for call paths 0 and 2 of main, f, h, g and two threads. */
function stored(dataType: string, bytes: Uint8Array) {
  const files = { 'anchor.xml': anchor(metric(0, 'EXCLUSIVE', dataType)), '0.index': index([0, 2]) };
  return toSpace(readCube(cube({ ...files, '0.data': data(bytes) }), 'x.cubex'));
}

describe('values of CUBE metrics', () => {
  it('of type TAU_ATOMIC are statistics of events, over all and of each call path', () => {
    const one = (count: number, ...rest: number[]): Buffer => {
      const head = Buffer.alloc(4);
      head.writeUInt32LE(count);
      return Buffer.concat([head, doubles(rest)]);
    };
    const bytes = [one(2, 1, 3, 4, 10), one(0, 0, 0, 0, 0), one(3, 0.5, 2, 3, 5), one(1, 7, 7, 7, 49)];
    const { space, atomicEvents, problems } = stored('TAU_ATOMIC', Buffer.concat(bytes));
    expect([space.metrics, space.severities.size, problems]).toEqual([[], 0, []]);
    expect(atomicEvents).toEqual({
      events: [
        { name: 'M0', context: [] },
        { name: 'M0', context: ['main'] },
        { name: 'M0', context: ['main', 'f', 'h'] },
      ],
      event: Uint32Array.of(0, 0, 1, 2, 2),
      location: Uint32Array.of(0, 1, 0, 0, 1),
      count: Float64Array.of(5, 1, 2, 3, 1),
      min: Float64Array.of(0.5, 7, 1, 0.5, 7),
      max: Float64Array.of(3, 7, 3, 2, 7),
      mean: Float64Array.of(7 / 5, 7, 2, 1, 7),
      sumOfSquares: Float64Array.of(15, 49, 10, 5, 49),
    });
  });

  it('of type RATE and COMPLEX are kept apart, since they have no sum', () => {
    const rate = stored('RATE', doubles([6, 2, 0, 0, 5, 0, 8, 2])).apart?.[0];
    expect(rate?.combine).toBe('none');
    const at = (path: number, location: number) => rate && valueAt(rate.values, path, location);
    expect([at(0, 0), at(0, 1), at(2, 0), at(2, 1)]).toEqual([3, undefined, undefined, 4]);
    const complex = stored('COMPLEX', doubles([3, 4, 0, 0, 0, 0, 5, 12])).apart?.[0];
    expect(complex?.values.value).toEqual(Float64Array.of(5, 13));
  });

  it('that are lists add up one by one, and their sum contains them', () => {
    const { space } = stored('NDOUBLES(2)', doubles([1, 2, 0, 0, 3, 4, 0, 5]));
    expect(space.metrics.map(({ name, parent }) => [name, parent])).toEqual([
      ['m0', undefined],
      ['m0 [0]', 'm0'],
      ['m0 [1]', 'm0'],
    ]);
    expect(space.severities.get('m0')?.value).toEqual(Float64Array.of(3, 7, 5));
    expect(space.severities.get('m0 [1]')?.value).toEqual(Float64Array.of(2, 4, 5));
  });

  it('of histograms are how many values there were', () => {
    const { space } = stored('HISTOGRAM(2)', doubles([0, 9, 1, 2, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 0, 1]));
    expect(space.severities.get('m0')?.value).toEqual(Float64Array.of(3, 7, 1));
    expect(space.metrics[0]?.unit).toBe('count');
  });

  it('that are functions are not shown, which is reported', () => {
    const { space, problems, lost } = stored('SCALE_FUNC', Buffer.alloc(4 * 848));
    expect([space.metrics, lost]).toEqual([[], []]);
    expect(problems[0]?.message).toMatch(/^Metric m0 is not shown: .* functions of the number of processes/);
  });

  it('of counters that wrapped are absent, not 0', () => {
    const bytes = Buffer.from(`${'0500000000000000'.repeat(3)}f6ffffffffffffff`, 'hex');
    const { space, absent, problems } = stored('UINT64', bytes);
    expect(space.severities.get('m0')?.value).toEqual(Float64Array.of(5, 5, 5));
    expect(absent?.get('m0')).toMatchObject({ callPath: Uint32Array.of(2), location: Uint32Array.of(1) });
    expect(problems[0]?.message).toMatch(/^1 value of metric m0 cannot be .* and is absent/);
  });
});

describe('derived metrics', () => {
  const formula = (id: number, kind: string, text: string, more = ''): string =>
    metric(id, kind, 'DOUBLE', '', `<cubepl>${text}</cubepl>${more}`);

  /** time: main 4 and 2, f 1 and 0, h 8 and 1; visits with all calls: main 10 and 4, f 6 and 0, h 5 and 0. */
  function derived(...metrics: string[]) {
    const text = anchor(metric(0, 'EXCLUSIVE', 'DOUBLE') + metric(1, 'INCLUSIVE', 'DOUBLE', 'occ') + metrics.join(''));
    const time = { '0.index': index([0, 1, 2]), '0.data': data(doubles([4, 2, 1, 0, 8, 1])) };
    // Rows of inclusive metrics: main, f, g, h.
    const visits = { '1.index': index([0, 1, 3]), '1.data': data(doubles([10, 4, 6, 0, 5, 0])) };
    return toSpace(readCube(cube({ 'anchor.xml': text, ...time, ...visits }), 'x.cubex'));
  }
  const column = (profile: ReturnType<typeof derived>, name: string) => {
    const found = profile.space.severities.get(name);
    return found && Array.from(found.value, (value, i) => [found.callPath[i], found.location[i], value]);
  };

  it('of single call paths have their value there, and none where it is not known', () => {
    const found = derived(formula(2, 'PREDERIVED_EXCLUSIVE', 'metric::m0() / metric::m1(i)'));
    expect(column(found, 'm2')).toEqual([
      [0, 0, 0.4],
      [0, 1, 0.5],
      [1, 0, 1 / 6],
      [2, 0, 1.6],
    ]);
    // h has time on thread 1, and no recorded call there.
    expect(found.absent?.get('m2')).toMatchObject({ callPath: Uint32Array.of(2), location: Uint32Array.of(1) });
  });

  it('with all that is called are taken apart along the call tree', () => {
    const found = derived(formula(2, 'PREDERIVED_INCLUSIVE', '2 * metric::m0()'));
    expect(column(found, 'm2')).toEqual([
      [0, 0, 8],
      [0, 1, 4],
      [1, 0, 2],
      [2, 0, 16],
      [2, 1, 2],
    ]);
  });

  it('of sums have them where they are linear, and are absent where not, with those that read them', () => {
    const share = '${share} = metric::m0() / metric::fixed::m0(); if (${share} &gt; ${least}) { ${kept} = 1; };';
    const aggregated = (text: string) => `<cubeplaggr cubeplaggrtype=plus>${text}</cubeplaggr>`;
    const found = derived(
      formula(2, 'POSTDERIVED', 'metric::m0() - metric::m1() / 2'),
      formula(3, 'POSTDERIVED', 'metric::m0(i) / metric::m1(i)'),
      formula(
        4,
        'PREDERIVED_EXCLUSIVE',
        `{ ${share} return \${kept} * \${share}; }`,
        '<cubeplinit>{ ${least} = 0.2; return 0; }</cubeplinit>',
      ),
      formula(5, 'PREDERIVED_EXCLUSIVE', 'metric::m3()'),
      formula(6, 'PREDERIVED_EXCLUSIVE', 'metric::m6()'),
      formula(7, 'PREDERIVED_EXCLUSIVE', 'metric::m0()', aggregated('max(arg1, arg2)')),
      formula(8, 'PREDERIVED_EXCLUSIVE', 'metric::m0()', aggregated('arg1 + arg2')),
    );
    // m1 alone: main 4 and 4, f 1 and 0, h 5 and 0.
    expect(column(found, 'm2')).toEqual([
      [0, 0, 2],
      [1, 0, 0.5],
      [2, 0, 5.5],
      [2, 1, 1],
    ]);
    expect(column(found, 'm4')).toEqual([
      [0, 0, 4 / 16],
      [2, 0, 8 / 16],
    ]);
    expect(column(found, 'm8')).toEqual(column(found, 'm0'));
    expect(found.space.metrics.map(({ name }) => name)).toEqual(['m0', 'm1', 'm2', 'm4', 'm8']);
    const noSum = 'its formula is one of sums, so that its values at call paths have no sum';
    expect(found.problems.map(({ message }) => message)).toEqual([
      `4 derived metrics of the file are not shown (m3: ${noSum}; m5: ${noSum}; m6: its formula reads itself; …).`,
    ]);
  });
});
