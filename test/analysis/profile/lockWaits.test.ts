import { describe, expect, it } from 'vitest';
import { withLocks } from '../../../src/analysis/profile/lockWaits.js';
import { finding } from '../../extension/report.js';

const wait = (path: string, line: number) =>
  finding({
    property: 'pthread_cost',
    callPath: [{ region: 'main' }, { region: path }],
    place: { file: '/p/a.c', line },
    seconds: 3,
    explanation: 'Time in calls that take a lock.',
  });

const LOCKS = [
  '10 2.000000000 0.500000000 1\ttable\twork\t/p/a.c\t7\tfill\t/p/b.c\t20',
  '5 1.000000000 0.700000000 2\t\twork\t/p/a.c\t7\t\t\t0',
  '1 9.0 9.0 1\tother\twork\t/p/a.c\t8\tfill\t/p/b.c\t20',
  'damaged\tx\ty',
  '1 -5 Infinity 1\tx\ty\t/p/a.c\t7\tz\t/p/b.c\t1',
].join('\n');

const told = (properties: ReadonlyMap<string, string>, ...findings: ReturnType<typeof wait>[]) =>
  withLocks(findings, { properties: new Map(properties) });

describe('waiting for locks in a profile', () => {
  it('lists the locks, the number and duration of waits, and the calls that held them', () => {
    const [found] = told(new Map([['TRIMTAB::LOCKS', LOCKS]]), wait('pthread_mutex_lock', 7));
    expect(found?.explanation).toContain(
      'Threads waited 15 times here for table and locks made while the program ran, 3.00 s in all and 700 ms at most.',
    );
    expect(found?.rootCauses).toEqual([
      expect.objectContaining({ region: 'fill', place: { file: '/p/b.c', line: 20 }, seconds: 2, share: 2 / 3 }),
    ]);
  });

  it('reports that owners are unknown', () => {
    const [found] = told(new Map(), wait('pthread_rwlock_wrlock', 7));
    expect(found?.explanation).toBe(
      'Time in calls that take a lock. This profile does not contain which thread held the lock; a trace does.',
    );
    expect(found?.rootCauses).toBeUndefined();
  });

  it('leaves other findings as they are', () => {
    const others = [wait('pthread_join', 7), finding()];
    expect(told(new Map([['TRIMTAB::LOCKS', LOCKS]]), ...others)).toEqual(others);
  });
});
