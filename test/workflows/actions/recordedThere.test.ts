import { describe, expect, it } from 'vitest';
import { TrimtabError } from '../../../src/base/problem.js';
import { RecordedThere } from '../../../src/workflows/actions/run/recordedThere.js';

/** A target whose folders grow, and a clock that is moved by hand. */
function growing(sizes: readonly (readonly [all: number, records: number] | undefined)[]) {
  const asked: (readonly string[])[] = [];
  const clock = { now: 0 };
  const target = {
    sizes: (folders: readonly string[]) => {
      const size = sizes[asked.length];
      asked.push(folders);
      return size === undefined ? Promise.reject(new TrimtabError('no connection')) : Promise.resolve(size);
    },
  };
  return { asked, clock, recorded: new RecordedThere(target, '/job/trace', () => clock.now) };
}

describe('what a job has recorded', () => {
  it('is reported while it grows, and while the trace is built from it', async () => {
    const { asked, clock, recorded } = growing([
      [4096, 0],
      [1.2e9 + 4096, 1.2e9],
      [1.5e9, 1.2e9],
    ]);
    const said: (string | undefined)[] = [];
    for (; said.length < 3; clock.now += 3_600_000) said.push(await recorded.say());
    expect(said).toEqual([undefined, '1.2 GB recorded', 'making the trace, 300.0 MB of it from 1.2 GB of records']);
    expect(asked[0]).toEqual(['/job/trace', '/job/trace/raw']);
  });

  it('is asked for ever more seldom', async () => {
    const { asked, clock, recorded } = growing(Array.from({ length: 200 }, () => [2e6, 2e6] as const));
    for (; clock.now < 3_600_000; clock.now += 1000) expect(await recorded.say()).toBe('2.0 MB recorded');
    // In an hour: after 5, 10, 20 and 40 seconds, and once a minute then.
    expect(asked.length).toBeLessThan(66);
    expect(asked.length).toBeGreaterThan(50);
  });

  it('stays as it was where the question has no answer', async () => {
    const { clock, recorded } = growing([[2e6, 2e6], undefined]);
    expect(await recorded.say()).toBe('2.0 MB recorded');
    clock.now += 3_600_000;
    expect(await recorded.say()).toBe('2.0 MB recorded');
  });
});
