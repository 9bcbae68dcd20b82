import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyzeTrace } from '../../../../src/analysis/trace/index.js';
import { elementAt } from '../../../../src/base/elements.js';
import { values } from '../../../support/analyzed.js';
import { rounds } from '../../../support/matrix.js';
import { acquire, openmpTrace, release } from '../../../support/openmpTrace.js';

describe('lock competition', () => {
  test('waiting for a critical section lasts until the previous owner leaves it', () => {
    const builder = openmpTrace();
    const [a, b] = builder.process(2);
    acquire(a.enter(0, 'critical'), 1, 7);
    release(a, 5, 7).leave(6, 'critical');
    acquire(b.enter(2, 'critical'), 6, 7);
    release(b, 7, 7).leave(8, 'critical');
    expect(values(builder, 'omp_lock_contention_critical')).toEqual({ 'critical\t1': 3 });
    expect(values(builder, 'omp_lock_contention_api')).toEqual({});
  });

  test('nested locks of one thread, other locks and locks of other processes do not hold it up', () => {
    const builder = openmpTrace();
    const [a, b] = builder.process(2);
    const [other] = builder.process();
    acquire(a.enter(0, 'omp_set_lock'), 1, 7).leave(1, 'omp_set_lock');
    acquire(a.enter(2, 'omp_set_lock'), 3, 7).leave(3, 'omp_set_lock');
    release(a, 4, 7);
    release(a, 5, 7);
    acquire(other.enter(3, 'omp_set_lock'), 6, 7).leave(6, 'omp_set_lock');
    acquire(b.enter(3, 'omp_set_lock'), 6, 8).leave(6, 'omp_set_lock');
    expect(values(builder, 'omp_lock_contention_api')).toEqual({});
    acquire(b.enter(6, 'omp_set_lock'), 7, 7).leave(8, 'omp_set_lock');
    expect(values(builder, 'omp_lock_contention_api')).toEqual({});
  });

  test('mutexes and conditions of POSIX threads, apart', () => {
    const builder = openmpTrace();
    builder.region('pthread_mutex_lock', { paradigm: 'pthread' });
    builder.region('pthread_cond_wait', { paradigm: 'pthread' });
    const [a, b] = builder.process(2);
    acquire(a.enter(0, 'pthread_mutex_lock'), 1, 7).leave(1, 'pthread_mutex_lock');
    release(acquire(b.enter(2, 'pthread_mutex_lock'), 4, 7).leave(4, 'pthread_mutex_lock'), 9, 7);
    release(a, 3, 7);
    acquire(a.enter(5, 'pthread_cond_wait'), 10, 7).leave(10, 'pthread_cond_wait');
    expect(values(builder, 'pthread_lock_contention_mutex_lock')).toEqual({ 'pthread_mutex_lock\t1': 1 });
    expect(values(builder, 'pthread_lock_contention_conditional')).toEqual({ 'pthread_cond_wait\t0': 4 });
  });

  /** Seconds that the waits of a property at a region are due to, by the region and thread that held the lock. */
  const dueTo = (builder: ReturnType<typeof openmpTrace>, property: string) => {
    const { report } = analyzeTrace(builder.build(), { program: 'locks' });
    const found = report.findings.filter((finding) => finding.property === property);
    return found.flatMap(({ rootCauses = [] }) =>
      rootCauses.flatMap(({ region, locations }) =>
        locations.map(({ location, seconds }) => `${region} ${location} ${seconds}`),
      ),
    );
  };

  test('of a mutex, each moment of a wait is due to who held it then', () => {
    const builder = openmpTrace();
    builder.region('pthread_mutex_lock', { paradigm: 'pthread' });
    builder.region('pthread_mutex_trylock', { paradigm: 'pthread' });
    const [a, b, c] = builder.process(3);
    acquire(a.enter(0, 'pthread_mutex_trylock'), 0, 7).leave(0, 'pthread_mutex_trylock');
    release(a, 10, 7);
    acquire(b.enter(2, 'pthread_mutex_lock'), 11, 7).leave(11, 'pthread_mutex_lock');
    release(b, 15, 7);
    acquire(c.enter(3, 'pthread_mutex_lock'), 16, 7).leave(16, 'pthread_mutex_lock');
    release(c, 17, 7);
    expect(values(builder, 'pthread_lock_contention_mutex_lock')).toEqual({
      'pthread_mutex_lock\t1': 8,
      'pthread_mutex_lock\t2': 12,
    });
    // From 2 to 10 and from 3 to 10 the first; from 11 to 15 the second, and the second between 10 and 11, as the last owner.
    expect(dueTo(builder, 'pthread_lock_contention_mutex_lock')).toEqual([
      'pthread_mutex_trylock 0 15',
      'pthread_mutex_lock 1 5',
    ]);
  });

  test.each([
    ['critical', 'omp_lock_contention_critical'],
    ['omp_set_lock', 'omp_lock_contention_api'],
  ])('of %s, each moment of a wait is due to who held it then', (region, property) => {
    const builder = openmpTrace();
    const threads = builder.process(4);
    // All come at 0, and each holds the lock for one second more than the one before: 1, 2, 3, 4.
    const taken = [0, 1, 3, 6];
    threads.forEach((thread, at) => {
      thread.enter(at === 0 ? 0 : 0.5, region);
      acquire(thread, elementAt(taken, at), 7);
      if (region === 'omp_set_lock') thread.leave(elementAt(taken, at), region);
      release(thread, elementAt(taken, at) + at + 1, 7);
      if (region === 'critical') thread.leave(elementAt(taken, at) + at + 1, region);
    });
    expect(values(builder, property)).toEqual({ [`${region}\t1`]: 0.5, [`${region}\t2`]: 2.5, [`${region}\t3`]: 5.5 });
    // Three wait for the first half a second each, two for the second two, one for the third three.
    expect(dueTo(builder, property)).toEqual([`${region} 1 4`, `${region} 2 3`, `${region} 0 1.5`]);
  });

  test('of a lock that several read, a wait lasts until the last one gives it back', () => {
    const builder = openmpTrace();
    builder.region('pthread_rwlock_rdlock', { paradigm: 'pthread' });
    builder.region('pthread_rwlock_wrlock', { paradigm: 'pthread' });
    const [a, b, writer, late] = builder.process(4);
    acquire(a.enter(0, 'pthread_rwlock_rdlock'), 0, 7).leave(0, 'pthread_rwlock_rdlock');
    acquire(b.enter(1, 'pthread_rwlock_rdlock'), 1, 7).leave(1, 'pthread_rwlock_rdlock');
    release(b, 4, 7);
    release(a, 9, 7);
    release(acquire(writer.enter(2, 'pthread_rwlock_wrlock'), 10, 7).leave(10, 'pthread_rwlock_wrlock'), 20, 7);
    // Both wait for the writer; that the one has it does not hold the other up.
    acquire(a.enter(11, 'pthread_rwlock_rdlock'), 21, 7).leave(21, 'pthread_rwlock_rdlock');
    acquire(late.enter(12, 'pthread_rwlock_rdlock'), 22, 7).leave(22, 'pthread_rwlock_rdlock');
    release(a, 30, 7);
    release(late, 31, 7);
    expect(values(builder, 'pthread_lock_contention_mutex_lock')).toEqual({
      'pthread_rwlock_wrlock\t2': 7,
      'pthread_rwlock_rdlock\t0': 9,
      'pthread_rwlock_rdlock\t3': 8,
    });
    expect(dueTo(builder, 'pthread_lock_contention_mutex_lock').sort()).toEqual([
      'pthread_rwlock_rdlock 0 7',
      'pthread_rwlock_wrlock 2 17',
    ]);
  });

  test('a wait at a condition is due to who gave its mutex back last', () => {
    const builder = openmpTrace();
    builder.region('pthread_mutex_lock', { paradigm: 'pthread' });
    builder.region('pthread_cond_wait', { paradigm: 'pthread' });
    const [a, b] = builder.process(2);
    acquire(a.enter(0, 'pthread_mutex_lock'), 0, 7).leave(0, 'pthread_mutex_lock');
    release(a.enter(1, 'pthread_cond_wait'), 1, 7);
    acquire(b.enter(7, 'pthread_mutex_lock'), 7, 7).leave(7, 'pthread_mutex_lock');
    release(b, 8, 7);
    release(acquire(a, 9, 7).leave(9, 'pthread_cond_wait'), 10, 7);
    expect(values(builder, 'pthread_lock_contention_conditional')).toEqual({ 'pthread_cond_wait\t0': 7 });
    expect(dueTo(builder, 'pthread_lock_contention_conditional')).toEqual(['pthread_mutex_lock 1 7']);
  });

  test('an owner that never releases the lock yields nothing', () => {
    const builder = openmpTrace();
    const [a, b] = builder.process(2);
    acquire(a.enter(0, 'omp_set_lock'), 1, 7).leave(1, 'omp_set_lock');
    acquire(b.enter(2, 'omp_set_lock'), 6, 7).leave(6, 'omp_set_lock');
    expect(values(builder, 'omp_lock_contention_api')).toEqual({});
  });

  test('any order of owners: each waits for the one before', () => {
    const turn = fc.record({
      thread: fc.integer({ min: 0, max: 2 }),
      early: fc.integer({ min: 0, max: 20 }),
      held: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 20 }), (turns) => {
        const builder = openmpTrace();
        const writers = builder.process(3);
        const free = [0, 0, 0];
        const expected = new Map<string, number>();
        let previous: { thread: number; until: number } | undefined;
        for (const { thread, early, held } of turns) {
          const acquired = Math.max(previous?.until ?? 0, elementAt(free, thread)) + 1;
          const entered = Math.max(elementAt(free, thread), acquired - early);
          const until = acquired + held;
          const writer = acquire(elementAt(writers, thread).enter(entered, 'critical'), acquired, 3);
          release(writer, until, 3).leave(until, 'critical');
          if (previous !== undefined && previous.thread !== thread && previous.until > entered) {
            const key = `critical\t${thread}`;
            expected.set(key, (expected.get(key) ?? 0) + previous.until - entered);
          }
          free[thread] = until;
          previous = { thread, until };
        }
        expect(values(builder, 'omp_lock_contention_critical')).toEqual(Object.fromEntries(expected));
      }),
      { numRuns: rounds(40, 1000) },
    );
  });
});
