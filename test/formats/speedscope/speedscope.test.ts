import { describe, expect, it } from 'vitest';
import { speedscope } from '../../../src/formats/speedscope/index.js';
import { readSpeedscope } from '../../../src/formats/speedscope/read.js';
import type { Profile } from '../../../src/model/profile.js';
import { flatOf, reportOf, totalOf } from '../stacks/support.js';

const frames = [
  { name: 'a', file: '/w/a.py', line: 3 },
  { name: 'b' },
  { name: 'c', file: '/w/a.py', line: 7 },
  { name: 'c', file: '/w/a.py', line: 9 },
];

function read(...profiles: object[]): Profile {
  const profile = readSpeedscope({ shared: { frames }, profiles });
  if (profile === undefined) throw new Error('nothing was read');
  return profile;
}

const times = (profile: Profile) =>
  Object.fromEntries([...flatOf(profile)].map(([name, { exclusive, inclusive }]) => [name, [exclusive, inclusive]]));

describe('profiles of Speedscope', () => {
  it('of samples have the weights of these, outermost function first', () => {
    const profile = read({
      type: 'sampled',
      name: 'one',
      unit: 'milliseconds',
      samples: [[0, 1], [0, 2], [0, 3], [0]],
      weights: [1000, 2000, 3000, 4000],
    });
    expect(times(profile)).toEqual({ a: [4, 10], b: [1, 1], c: [5, 5] });
    expect(totalOf(profile, 'samples')).toBe(4);
    // c has several lines, so that they are lines in it; that of a is where a begins.
    expect(profile.definitions.regions.find(({ name }) => name === 'a')).toMatchObject({
      file: '/w/a.py',
      beginLine: 3,
    });
    expect(profile.definitions.regions.find(({ name }) => name === 'c')).toMatchObject({ beginLine: 0 });
  });

  it('report negative weights, also if the sums are not negative', () => {
    const { problems } = read({ type: 'sampled', unit: 'seconds', samples: [[0], [0]], weights: [3, -1] });
    expect(problems).toEqual([
      {
        level: 'warning',
        message:
          '1 value of the file is negative, which no time and no count is: the file is damaged, or a difference of two profiles. Shares cannot be relied on; export the profile again.',
      },
    ]);
  });

  it('of events have what lies between them, and calls', () => {
    const events = [
      { type: 'O', frame: 0, at: 1 },
      { type: 'O', frame: 1, at: 2 },
      { type: 'C', frame: 1, at: 5 },
      { type: 'O', frame: 1, at: 6 },
      { type: 'C', frame: 1, at: 7 },
      { type: 'C', frame: 0, at: 8 },
    ];
    const profile = read({ type: 'evented', name: 'one', unit: 'seconds', events });
    expect(times(profile)).toEqual({ a: [3, 7], b: [4, 4] });
    expect(flatOf(profile).get('b')?.calls).toBe(2);
    expect(profile.problems).toEqual([]);
  });

  it('are one thread each', () => {
    const one = { type: 'sampled', unit: 'seconds', samples: [[0]], weights: [1] };
    expect(read({ ...one, name: 'x' }, { ...one, name: 'y' }).definitions.locations.map(({ name }) => name)).toEqual([
      'x',
      'y',
    ]);
  });

  it('without a unit of time are ranked by their weights', () => {
    const profile = read({ type: 'sampled', unit: 'none', samples: [[0], [1]], weights: [3, 1] });
    expect(totalOf(profile, 'weight')).toBe(4);
    expect(reportOf(profile)).toMatchObject({ totalTime: 0, main: { name: 'weight', total: 4 } });
    const bytes = read({ type: 'sampled', unit: 'bytes', samples: [[0], [1]], weights: [64, 8] });
    expect(reportOf(bytes).main).toMatchObject({ name: 'bytes', unit: 'bytes', total: 72 });
  });

  it('exclude impossible events, and report so', () => {
    const events = [
      { type: 'O', frame: 0, at: 5 },
      { type: 'C', frame: 1, at: 6 },
      { type: 'O', frame: 99, at: 7 },
      { type: 'O', frame: 1, at: 2 },
      { type: 'C', frame: 0, at: 9 },
    ];
    const profile = read({ type: 'evented', unit: 'seconds', events });
    expect(times(profile)).toEqual({ a: [4, 4] });
    expect(profile.problems.map(({ message }) => message).join()).toMatch(/3 events of the file were ignored/);
  });

  it('are recognized', () => {
    expect(
      speedscope.recognizes(Buffer.from('{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":')),
    ).toBe(true);
    expect(speedscope.recognizes(Buffer.from('{"shared": {"frames": [{"na'))).toBe(true);
    expect(speedscope.recognizes(Buffer.from('{"name": "package"}'))).toBe(false);
  });
});
