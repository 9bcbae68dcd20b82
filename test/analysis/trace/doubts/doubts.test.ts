import { describe, expect, test } from 'vitest';
import { analyzeTrace } from '../../../../src/analysis/trace/index.js';
import { EventKind } from '../../../../src/model/events.js';
import type { Doubt } from '../../../../src/model/findings/findings.js';
import { begin, end, fork, join, openmpTrace } from '../../../support/openmpTrace.js';
import { ofLength } from '../../../support/ofLength.js';
import { TraceBuilder } from '../../../support/traceBuilder.js';

const doubts = (builder: TraceBuilder): readonly Doubt[] =>
  analyzeTrace(builder.build(), { program: 'test' }).report.doubts ?? [];
const kinds = (builder: TraceBuilder): string[] => doubts(builder).map(({ kind }) => kind);

/** Processes that compute for 10 s; where they have MPI they initialize it, and share a communicator where they are joined. */
function ranks(count: number, { mpi = true, joined = true, own = true, functions = true } = {}): TraceBuilder {
  const builder = new TraceBuilder();
  if (own) builder.properties.set('creator', 'Trimtab');
  const writers = Array.from({ length: count }, () => builder.process()[0]);
  if (joined) builder.communicator(writers.map(({ location }) => location));
  for (const writer of writers) {
    if (functions) writer.enter(0, 'main');
    if (mpi) writer.enter(1, 'MPI_Init').leave(2, 'MPI_Init');
    if (functions) writer.leave(10, 'main');
  }
  return builder;
}

const fact = (builder: TraceBuilder, name: string, value: number | string): TraceBuilder => {
  builder.properties.set(`TRIMTAB::${name}`, String(value));
  return builder;
};

describe('warnings about the numbers of a trace', () => {
  test('nothing, where ranks of one program were measured as they should be', () => {
    expect(kinds(ranks(4))).toEqual([]);
    expect(kinds(ranks(1))).toEqual([]);
    // A program of one process needs no MPI.
    expect(kinds(ranks(1, { mpi: false, joined: false }))).toEqual([]);
    const full = fact(fact(ranks(4), 'HOSTS', 'n1=2,2,2 n2=2,2,2'), 'RECORDS_LOST', 0);
    expect(kinds(fact(fact(full, 'OVERHEAD_SECONDS', 4), 'RANKS_STARTED', 4))).toEqual([]);
  });

  test('several processes without MPI events are separate programs', () => {
    const [doubt] = doubts(ranks(4, { mpi: false, joined: false }));
    expect(doubt).toMatchObject({ kind: 'separate-programs', severity: 'error', title: '4 processes without MPI' });
    expect(doubt?.sentence).toContain('none of them called MPI_Init');
    expect(doubt?.advice).toContain('Build the program with MPI');
    // Of other systems it is not known whether they recorded MPI at all.
    const [foreign] = doubts(ranks(4, { mpi: false, joined: false, own: false }));
    expect(foreign).toMatchObject({ kind: 'separate-programs', severity: 'warning' });
    expect(foreign?.sentence).toContain('either it was not recorded, or');
    const shmem = ranks(2, { mpi: false, joined: false, own: false });
    shmem.region('shmem_put', { paradigm: 'shmem' });
    shmem.writers.forEach((writer) => writer.enter(11, 'shmem_put').leave(12, 'shmem_put'));
    expect(kinds(shmem)).toEqual([]);
  });

  test('so are processes whose communicators have one member each', () => {
    const alone = ranks(3, { joined: false });
    [0, 1, 2].forEach((location) => alone.communicator([location]));
    expect(doubts(alone)).toMatchObject([{ kind: 'separate-programs', title: '3 programs of one rank' }]);
    expect(doubts(alone)[0]?.advice).toContain('launcher of the MPI library');
  });

  test('some processes without MPI in addition to others with it', () => {
    expect(doubts(fact(ranks(4), 'PROCESSES_WITHOUT_MPI', 1))).toMatchObject([
      { kind: 'separate-programs', severity: 'warning', title: '1 of 4 processes without MPI' },
    ]);
    expect(kinds(fact(ranks(4), 'PROCESSES_WITHOUT_MPI', 0))).toEqual([]);
    // If all have no MPI, that is reported instead, once.
    expect(doubts(fact(ranks(4, { mpi: false, joined: false }), 'PROCESSES_WITHOUT_MPI', 4))).toMatchObject([
      { severity: 'error', title: '4 processes without MPI' },
    ]);
    // Numbers that are impossible for this trace are not reported.
    expect(kinds(fact(ranks(4), 'PROCESSES_WITHOUT_MPI', 9))).toEqual([]);
  });

  test('one process of several that were started is no run of all', () => {
    expect(doubts(fact(ranks(1, { joined: false }), 'RANKS_STARTED', 4))).toMatchObject([
      { kind: 'separate-programs', title: '4 programs of one rank' },
    ]);
    expect(kinds(fact(ranks(3), 'RANKS_WITHOUT_RECORDS', 2))).toEqual(['missing-ranks']);
    expect(doubts(fact(ranks(3), 'RANKS_STARTED', 4))).toMatchObject([
      { kind: 'missing-ranks', severity: 'error', title: '1 of 4 ranks missing' },
    ]);
  });

  test('a trace that continued as a profile ends before the run, which the profile has', () => {
    const stopped = fact(fact(ranks(4), 'RECORDS_LOST', 12), 'STOPPED_REASON', 'TRIMTAB_MAX_BYTES is reached');
    const [doubt, ...others] = doubts(fact(stopped, 'GOES_ON_IN', 'profile.cubex'));
    expect(others).toEqual([]);
    expect(doubt).toMatchObject({ kind: 'records-lost', severity: 'error', title: 'the trace ends before the run' });
    expect(doubt?.sentence).toContain('(TRIMTAB_MAX_BYTES is reached)');
    expect(doubt?.sentence).toContain('The profile profile.cubex next to the trace covers the whole run');
    expect(doubt?.advice).toContain('"trimtab analyze profile.cubex"');
  });

  test('a trace of some iterations lists them, and refers to the whole run', () => {
    const parts = fact(ranks(4), 'WHOLE_RUN_IN', 'profile.cubex');
    const [doubt, ...others] = doubts(fact(parts, 'ITERATIONS_TRACED', '3-5,10-?'));
    expect(others).toEqual([]);
    expect(doubt).toMatchObject({ kind: 'parts-traced', title: 'only iterations 3-5,10-? were traced' });
    expect(doubt?.sentence).toContain('The profile profile.cubex next to the trace covers the whole run');
    // Only numbers from a file become part of a sentence.
    expect(doubts(fact(parts, 'ITERATIONS_TRACED', '3-5; run this'))).toMatchObject([
      { title: 'a part of the run was traced' },
    ]);
    expect(kinds(fact(ranks(4), 'WHOLE_RUN_IN', '../elsewhere and more'))).toEqual([]);
  });

  test('records that could not be kept come with their number', () => {
    const lost = fact(fact(ranks(4), 'RECORDS_LOST', 69_848_645), 'STOPPED_REASON', 'No space left on device');
    expect(doubts(lost)).toMatchObject([{ kind: 'records-lost', severity: 'error', title: '69,848,645 records lost' }]);
    expect(doubts(lost)[0]?.sentence).toContain(
      'could not be kept (No space left on device), in addition to 16 events',
    );
    for (const broken of ['', 'many', '-1', 'NaN']) expect(kinds(fact(ranks(4), 'RECORDS_LOST', broken))).toEqual([]);
  });

  describe('communication that the program never finishes', () => {
    /** Rank 1 posts two receives of which one completes, and rank 0 sends without completing. */
    function leaking({ own = true, cancelled = false } = {}): TraceBuilder {
      const builder = new TraceBuilder();
      if (own) builder.properties.set('creator', 'Trimtab');
      const [sender, receiver] = [builder.process()[0], builder.process()[0]];
      const world = builder.communicator([0, 1]);
      const line = builder.site('/src/halo.c', 12);
      sender.enter(0, 'main').enter(1, 'MPI_Isend', builder.site('/src/halo.c', 30)).isend(1, world, 1, 0, 8, 5);
      sender.leave(2, 'MPI_Isend').leave(10, 'main');
      receiver.enter(0, 'main');
      for (const [time, request] of [
        [1, 7],
        [3, 8],
      ] as const)
        receiver
          .enter(time, 'MPI_Irecv', line)
          .irecvRequest(time, request)
          .leave(time + 1, 'MPI_Irecv');
      receiver.enter(5, 'MPI_Wait').irecv(6, world, 0, 0, 8, 7).leave(6, 'MPI_Wait');
      if (cancelled) receiver.enter(7, 'MPI_Wait').cancelled(7.5, 8).leave(8, 'MPI_Wait');
      receiver.leave(10, 'main');
      return builder;
    }

    test('is attributed to the program, with its lines, if the trace is known to be complete', () => {
      const [doubt] = ofLength(doubts(leaking()), 1);
      expect(doubt).toMatchObject({ kind: 'unfinished-communication', title: '2 requests never completed' });
      expect(doubt.sentence).toMatch(/^The program never completed 2 requests: /);
      expect(doubt.sentence).toContain(
        'Not completed: what MPI_Isend at halo.c:30 (1 request, 1 process), MPI_Irecv at halo.c:12 (1 request, 1 process) started.',
      );
      expect(doubt.advice).not.toMatch(/measure/i);
      expect(doubts(leaking({ cancelled: true }))[0]?.title).toBe('1 request never completed');
    });

    test('is not known in traces of others, nor where records are missing', () => {
      expect(kinds(leaking({ own: false }))).toEqual(['incomplete-trace']);
      expect(kinds(fact(leaking(), 'RECORDS_LOST', 1))).toEqual(['records-lost', 'incomplete-trace']);
      expect(kinds(fact(leaking(), 'RANKS_CUT', 1))).toEqual(['incomplete-trace']);
    });

    test('a number that is used again leaves the request before it open', () => {
      const builder = ranks(2);
      const writer = builder.writer(1);
      for (const time of [11, 12])
        writer
          .enter(time, 'MPI_Irecv')
          .irecvRequest(time, 3)
          .leave(time + 0.5, 'MPI_Irecv');
      expect(doubts(builder)[0]?.sentence).toContain('MPI_Irecv (2 requests, 1 process)');
    });

    test('messages that are never received are reported too', () => {
      const builder = ranks(2);
      builder.writer(0).enter(11, 'MPI_Send').send(11, 0, 1, 0, 8).leave(12, 'MPI_Send');
      expect(doubts(builder)).toMatchObject([{ title: '1 message never received', uncertainty: { leftOut: 0 } }]);
    });

    test('advice does not blame the measurement for what Trimtab measured', () => {
      const builder = ranks(2);
      // A receive without its send.
      builder.writer(0).enter(11, 'MPI_Recv').recv(12, 0, 1, 0, 8).leave(12, 'MPI_Recv');
      const [own] = doubts(builder);
      expect(own).toMatchObject({ kind: 'incomplete-trace' });
      expect(own?.advice).toMatch(/^Check that each message is received/);
      builder.properties.delete('creator');
      expect(doubts(builder)[0]?.advice).toContain('measurement system');
    });
  });

  test('overhead above a tenth of the time, reported by the probe or visible in the trace', () => {
    expect(kinds(fact(ranks(4), 'OVERHEAD_SECONDS', 4))).toEqual([]);
    expect(doubts(fact(ranks(4), 'OVERHEAD_SECONDS', 9.2))).toMatchObject([
      { kind: 'overhead', title: 'recording took 23.0 % of the time' },
    ]);
    // Impossible values are not reported.
    expect(doubts(fact(ranks(4), 'OVERHEAD_SECONDS', 1e9))[0]?.title).toBe('recording took 100.0 % of the time');
    const flushing = ranks(1);
    flushing
      .writer(0)
      .enter(10, 'main')
      .event(EventKind.BufferFlush, 11, [17])
      .enter(17, 'late')
      .leave(18, 'late')
      .leave(18, 'main');
    expect(doubts(flushing)[0]).toMatchObject({ kind: 'overhead' });
  });

  test('less time of all locations together than the run took', () => {
    const builder = ranks(1);
    builder.writer(0).enter(19, 'late').leave(20, 'late');
    expect(doubts(builder)).toMatchObject([
      { kind: 'unrecorded-time', sentence: expect.stringMatching(/spent 11\.0 s .* the run took 20\.0 s/) as string },
    ]);
    const second = ranks(2);
    second.writer(0).enter(19, 'late').leave(20, 'late');
    expect(kinds(second)).toEqual([]);
  });

  test('more threads than processors, reported for the most crowded host', () => {
    const crowded = doubts(fact(ranks(4), 'HOSTS', 'n1=8,2,4 n2=2,2,4 n3'));
    expect(crowded[0]?.sentence).toMatch(/^2 ranks with 4 threads shared 2 processors of n2: /);
    // One processor for each rank is the default of launchers.
    expect(crowded[0]?.advice).toMatch(/mpirun --bind-to none/);
    expect(doubts(fact(ranks(4), 'HOSTS', 'n1=3,2,4'))[0]?.advice).toMatch(/^Run fewer ranks/);
    expect(kinds(fact(ranks(4), 'HOSTS', 'n1=,, =1 n2=0,4,4'))).toEqual([]);
    expect(doubts(fact(ranks(4), 'HOSTS', 'n1=2,4,4'))).toMatchObject([
      { kind: 'oversubscribed', severity: 'warning', title: '4 threads on 2 processors' },
    ]);
  });

  test('ranks that waited for processors, as the system counted it', () => {
    const waited = (text: string, elapsed: number | string = 10, hosts = 'n1=8,4,4') =>
      doubts(fact(fact(fact(ranks(4), 'PROCESSOR_WAIT', text), 'ELAPSED_SECONDS', elapsed), 'HOSTS', hosts));
    // 2.8 s of 10 s each, on average.
    expect(waited('11.200000 4.500000 2')).toMatchObject([
      {
        kind: 'shared-processors',
        severity: 'warning',
        title: 'processors available for 72.0 % of the time',
        sentence:
          'The ranks waited for a processor for 28.0 % of the run time, rank 2 for 45.0 % (4.50 s): other programs or threads used it. A delayed rank makes others wait.',
      },
    ]);
    // One rank alone, which delays the others.
    expect(waited('1.2 1.1 0')[0]?.kind).toBe('shared-processors');
    for (const little of ['1.9 0.9 0', '', '1 2', '-5 5 0', '1e9 1e9 0', '5 5 0 0', 'NaN 5 0'])
      expect([little, waited(little)]).toEqual([little, []]);
    expect(waited('0.1 0.04 0', 0.1)).toEqual([]);
    for (const elapsed of [0, 'x', '']) expect(waited('11.2 4.5 2', elapsed)).toEqual([]);
    // With more threads than processors the cause is known.
    expect(waited('11.2 4.5 2', 10, 'n1=2,4,4')).toMatchObject([
      {
        kind: 'oversubscribed',
        sentence: expect.stringMatching(/ The ranks waited for a processor for 28\.0 % of the run time\.$/) as string,
      },
    ]);
  });

  test('threads that are not of OpenMP may wait without a record', () => {
    const builder = new TraceBuilder();
    const [main, ...others] = builder.process(3);
    main.enter(0, 'main').leave(10, 'main');
    others.forEach((writer) => writer.enter(1, 'serve').leave(9, 'serve'));
    expect(doubts(builder)).toMatchObject([{ kind: 'unrecorded-waiting' }]);
    expect(doubts(builder)[0]?.sentence).toMatch(/^2 threads are not of OpenMP/);
    builder.region('pthread_mutex_lock', { paradigm: 'pthread' });
    others[0].enter(9, 'pthread_mutex_lock').leave(9.5, 'pthread_mutex_lock');
    expect(kinds(builder)).toEqual([]);
  });

  test('threads of OpenMP teams are recorded with their waiting', () => {
    const builder = openmpTrace();
    const [master, worker] = builder.process(2);
    master.enter(0, 'main');
    join(fork(master, 1), 5).leave(6, 'main');
    end(begin(worker, 1), 5);
    expect(kinds(builder)).toEqual([]);
    // So are those whose master's records are lost, which joins them to no team.
    const orphans = openmpTrace();
    const [, one, other] = orphans.process(3);
    [one, other].forEach((writer) =>
      writer.enter(0, 'work').enter(1, 'parallel').leave(2, 'parallel').leave(3, 'work'),
    );
    expect(kinds(orphans)).toEqual([]);
  });

  test('a program without a single function recorded', () => {
    const doubt = doubts(ranks(2, { functions: false }));
    expect(doubt).toMatchObject([{ kind: 'no-functions', severity: 'warning' }]);
    expect(doubt[0]?.advice).toContain('trimtab-cc');
  });

  test('functions that stayed off, since code could not be changed', () => {
    const [doubt] = doubts(fact(ranks(2, { functions: false }), 'FUNCTIONS_DENIED', 'Permission denied'));
    expect(doubt).toMatchObject({ kind: 'no-functions', title: 'functions stayed off' });
    expect(doubt?.sentence).toContain('(Permission denied)');
    expect(doubt?.advice).toContain('hooks: called-sleds');
  });

  test('the worst comes first', () => {
    const builder = fact(fact(ranks(4, { functions: false }), 'RECORDS_LOST', 1), 'HOSTS', 'n1=1,4,4');
    expect(kinds(builder)).toEqual(['records-lost', 'oversubscribed', 'no-functions']);
  });
});
