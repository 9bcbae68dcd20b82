import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { calls, countKinds, type Event, inCall, readDefinitions, readEvents } from './archive.js';
import { build, buildOnce, fortranMpis, type Mpi, mpis, patient, prepare, run } from './support.js';

const RANKS = 4;
const buildOneSided = buildOnce();

const runOneSided = async (mpi: Mpi): Promise<string> => {
  const { folder, remarks, exitCode } = await run(mpi, await buildOneSided(mpi, 'oneSided.c'), { ranks: RANKS });
  expect({ exitCode, remarks }).toEqual({ exitCode: 0, remarks: [] });
  return folder;
};

/** Communicators and names of the windows, sorted. */
async function readWindows(folder: string): Promise<string[]> {
  const windows = await readDefinitions(folder, 'RMA_WIN');
  return windows
    .map((line) => {
      const [, name = '', comm = ''] =
        /^\d+ +Name: "([^"]*)" <\d+>, Communicator: "[^"]*" <(\d+)>, Flags: \{CREATE_DESTROY_EVENTS\}$/.exec(line) ??
        [];
      return `${comm}|${name}`;
    })
    .sort();
}

/** Groups by reference, as the world ranks of their members. */
async function readGroups(folder: string): Promise<Map<string, string>> {
  const groups = await readDefinitions(folder, 'GROUP');
  return new Map(
    groups.map((line) => {
      const members = [...line.matchAll(/(?:Members?: |, )(\d+) \("/g)].map((match) => match[1]);
      return [elementAt(line.split(' '), 0), members.join(' ')];
    }),
  );
}

/** Groups that windows were synchronized with, in turn; `archive.ts` leaves references out of its texts. */
async function readSyncs(folder: string, events: readonly Event[]): Promise<string[]> {
  const groups = await readGroups(folder);
  return events
    .filter(({ kind }) => kind === 'RMA_GROUP_SYNC')
    .map(({ text, references }) => {
      const level = /\{(.*)\}/.exec(text)?.[1] ?? '';
      return `${level}: ${groups.get(references.at(-1) ?? '')}`;
    });
}

describe.each(mpis)('one-sided communication with %s', patient, (mpi) => {
  let folder: string;
  let ranks: Map<string, Event[]>;
  const of = (rank: number): Event[] => ranks.get(String(rank)) ?? [];

  beforeAll(async () => {
    await prepare(mpi);
    folder = await runOneSided(mpi);
    ranks = await readEvents(folder);
  }, patient.timeout);

  it('has one definition of each window over all ranks, with communicator and name', async () => {
    // Open MPI cannot make a window of MPI_COMM_SELF.
    const alone = mpi === 'openmpi' ? [] : ['1|'];
    expect(await readWindows(folder)).toEqual(['0|', '0|', '0|', '0|all of them', ...alone, '2|'].sort());
  });

  it('records creation and destruction of windows as collective operations', () => {
    const end = 'Level of Synchronicity: {PROCESS}, Root: NONE, Sent: 0, Received: 0';
    for (const rank of [0, 1, 2, 3]) {
      expect(inCall(of(rank), 'MPI_Win_create')).toEqual([
        'RMA_COLLECTIVE_BEGIN',
        'RMA_WIN_CREATE Window: "all of them"',
        `RMA_COLLECTIVE_END Operation: CREATE_HANDLE, Window: "all of them", ${end}`,
      ]);
      for (const call of ['MPI_Win_allocate', 'MPI_Win_allocate_shared'])
        expect(inCall(of(rank), call)).toEqual([
          'RMA_COLLECTIVE_BEGIN',
          'RMA_WIN_CREATE Window: ""',
          `RMA_COLLECTIVE_END Operation: CREATE_HANDLE_AND_ALLOCATE, Window: "", ${end}`,
        ]);
      expect(inCall(of(rank), 'MPI_Win_create_dynamic')).toContain(
        `RMA_COLLECTIVE_END Operation: CREATE_HANDLE, Window: "", ${end}`,
      );
      const freed = calls(of(rank), 'MPI_Win_free');
      expect(freed.at(-1)).toEqual([
        'RMA_COLLECTIVE_BEGIN',
        'RMA_WIN_DESTROY Window: "all of them"',
        `RMA_COLLECTIVE_END Operation: DESTROY_HANDLE, Window: "all of them", ${end}`,
      ]);
      expect(
        freed.filter((events) => events.some((event) => event.includes('DESTROY_HANDLE_AND_DEALLOCATE'))),
      ).toHaveLength(2);
    }
  });

  it('a creation that fails is none', () => {
    const alone = calls(of(0), 'MPI_Win_create').at(-1);
    expect(alone).toHaveLength(mpi === 'openmpi' ? 0 : 3);
  });

  it('completes operations at the fence that ends them', () => {
    const window = 'Window: "all of them"';
    expect(calls(of(0), 'MPI_Put').slice(0, 3)).toEqual([
      [`RMA_PUT ${window}, Remote: 1, Bytes: 16, Matching: 1`],
      [`RMA_PUT ${window}, Remote: 1, Bytes: 8, Matching: 1`],
      [], // to MPI_PROC_NULL
    ]);
    expect(inCall(of(0), 'MPI_Get')).toEqual([`RMA_GET ${window}, Remote: 1, Bytes: 24, Matching: 3`]);
    expect(inCall(of(0), 'MPI_Accumulate')).toEqual([
      `RMA_ATOMIC ${window}, Remote: 2, Type: ACCUMULATE, Sent: 8, Received: 0, Matching: 5`,
    ]);
    const end = `RMA_COLLECTIVE_END Operation: BARRIER, ${window}, Level of Synchronicity: {PROCESS, MEMORY}, Root: NONE, Sent: 0, Received: 0`;
    const [first, second, third] = calls(of(0), 'MPI_Win_fence');
    expect(first).toEqual(['RMA_COLLECTIVE_BEGIN', end]);
    expect(second).toEqual([
      'RMA_COLLECTIVE_BEGIN',
      `RMA_OP_COMPLETE_NON_BLOCKING ${window}, Matching: 1`,
      `RMA_OP_COMPLETE_REMOTE ${window}, Matching: 1`,
      `RMA_OP_COMPLETE_NON_BLOCKING ${window}, Matching: 3`, // what is got is complete with that
      `RMA_OP_COMPLETE_NON_BLOCKING ${window}, Matching: 5`,
      `RMA_OP_COMPLETE_REMOTE ${window}, Matching: 5`,
      end,
    ]);
    const fetch = `RMA_ATOMIC ${window}, Remote: 1, Type: FETCH_AND_ACCUMULATE`;
    expect(calls(of(0), 'MPI_Get_accumulate')).toEqual([
      [`${fetch}, Sent: 8, Received: 8, Matching: 7`],
      [`${fetch}, Sent: 0, Received: 16, Matching: 7`], // MPI_NO_OP
    ]);
    expect(inCall(of(0), 'MPI_Fetch_and_op')).toEqual([`${fetch}, Sent: 8, Received: 8, Matching: 7`]);
    expect(third).toEqual([
      'RMA_COLLECTIVE_BEGIN',
      `RMA_OP_COMPLETE_NON_BLOCKING ${window}, Matching: 7`,
      `RMA_OP_COMPLETE_REMOTE ${window}, Matching: 7`,
      end,
    ]);
    expect(calls(of(3), 'MPI_Win_fence')).toEqual([first, first, first]);
  });

  it('names the groups of epochs where they begin and end', async () => {
    const [begin, end] = ['PROCESS', 'PROCESS, MEMORY'];
    expect(await readSyncs(folder, of(0))).toEqual([`${begin}: 1`, `${end}: 1`, `${begin}: 1 2`, `${end}: 1 2`]);
    expect(await readSyncs(folder, of(1))).toEqual([`${begin}: 0 3`, `${end}: 0 3`, `${begin}: 0`, `${end}: 0`]);
    expect(await readSyncs(folder, of(2))).toEqual([`${begin}: 0`, `${end}: 0`]);
    expect(await readSyncs(folder, of(3))).toEqual([`${begin}: 1`, `${end}: 1`]);
    expect(inCall(of(3), 'MPI_Win_complete')).toEqual([
      'RMA_OP_COMPLETE_NON_BLOCKING Window: "all of them", Matching: 1',
      'RMA_GROUP_SYNC Level of Synchronicity: {PROCESS, MEMORY}, Window: "all of them", Group: ""',
    ]);
    // Tests that find the epoch under way synchronize nothing.
    const tests = calls(of(2), 'MPI_Win_test');
    expect(tests.map((events) => events.length)).toEqual([...tests.slice(1).map(() => 0), 1]);
  });

  it('records locks from the request to the release, and requests of operations', () => {
    const target = 'Window: "", Remote: 1, Lock: 0';
    const events = of(3);
    expect(calls(events, 'MPI_Win_lock')).toEqual(
      ['EXCLUSIVE', 'SHARED'].map((type) => [
        `RMA_REQUEST_LOCK ${target}, Type: ${type}`,
        `RMA_ACQUIRE_LOCK ${target}, Type: ${type}`,
      ]),
    );
    expect(inCall(events, 'MPI_Compare_and_swap')).toEqual([
      `RMA_ATOMIC Window: "", Remote: 1, Type: COMPARE_AND_SWAP, Sent: 8, Received: 8, Matching: 3`,
    ]);
    expect(
      ['MPI_Rput', 'MPI_Rget', 'MPI_Raccumulate', 'MPI_Rget_accumulate'].flatMap((name) => inCall(events, name)),
    ).toEqual([
      'RMA_PUT Window: "", Remote: 1, Bytes: 8, Matching: 2',
      'RMA_GET Window: "", Remote: 1, Bytes: 8, Matching: 4',
      'RMA_ATOMIC Window: "", Remote: 1, Type: ACCUMULATE, Sent: 8, Received: 0, Matching: 6',
      'RMA_ATOMIC Window: "", Remote: 1, Type: FETCH_AND_ACCUMULATE, Sent: 8, Received: 8, Matching: 8',
    ]);
    expect(calls(events, 'MPI_Wait')).toEqual([
      ...[2, 6, 8].map((id) => [`RMA_OP_COMPLETE_NON_BLOCKING Window: "", Matching: ${id}`]),
      [], // to MPI_PROC_NULL
    ]);
    const tests = calls(events, 'MPI_Test').flat();
    expect(tests).toEqual([
      ...tests.slice(1).map(() => 'RMA_OP_TEST Window: "", Matching: 4'),
      'RMA_OP_COMPLETE_NON_BLOCKING Window: "", Matching: 4',
    ]);
    expect(calls(events, 'MPI_Win_unlock')).toEqual([
      [
        `RMA_OP_COMPLETE_NON_BLOCKING Window: "", Matching: 3`,
        `RMA_OP_COMPLETE_REMOTE Window: "", Matching: 3`,
        `RMA_RELEASE_LOCK ${target}`,
      ],
      [...[2, 6, 8].map((id) => `RMA_OP_COMPLETE_REMOTE Window: "", Matching: ${id}`), `RMA_RELEASE_LOCK ${target}`],
    ]);
  });

  it('completes at the origin or everywhere what a flush does', () => {
    const events = of(0);
    const all = 'Window: "", Remote: UNDEFINED';
    expect(inCall(events, 'MPI_Win_lock_all')).toEqual([
      `RMA_REQUEST_LOCK ${all}, Lock: 0, Type: SHARED`,
      `RMA_ACQUIRE_LOCK ${all}, Lock: 0, Type: SHARED`,
    ]);
    const complete = (where: string, id: number): string => `RMA_OP_COMPLETE_${where} Window: "", Matching: ${id}`;
    const ids = calls(events, 'MPI_Put')
      .slice(-3)
      .flatMap((put) => put.map((event) => Number(/Matching: (\d+)$/.exec(event)?.[1])));
    const got = Number(/Matching: (\d+)$/.exec(calls(events, 'MPI_Get').at(-1)?.[0] ?? '')?.[1]);
    expect(new Set([...ids, got]).size).toBe(4);
    expect(inCall(events, 'MPI_Win_flush')).toEqual([
      complete('NON_BLOCKING', elementAt(ids, 0)),
      complete('REMOTE', elementAt(ids, 0)),
      'RMA_SYNC Window: "", Remote: 1, Sync Type: MEMORY',
    ]);
    expect(inCall(events, 'MPI_Win_flush_local')).toEqual([
      complete('NON_BLOCKING', elementAt(ids, 1)),
      'RMA_SYNC Window: "", Remote: 2, Sync Type: MEMORY',
    ]);
    expect(inCall(events, 'MPI_Win_flush_local_all')).toEqual([
      complete('NON_BLOCKING', elementAt(ids, 2)),
      `RMA_SYNC ${all}, Sync Type: MEMORY`,
    ]);
    expect(inCall(events, 'MPI_Win_flush_all')).toEqual([
      complete('REMOTE', elementAt(ids, 2)),
      complete('NON_BLOCKING', got),
      complete('REMOTE', elementAt(ids, 1)),
      `RMA_SYNC ${all}, Sync Type: MEMORY`,
    ]);
    expect(inCall(events, 'MPI_Win_sync')).toEqual(['RMA_SYNC Window: "", Remote: 0, Sync Type: MEMORY']);
    expect(inCall(events, 'MPI_Win_unlock_all')).toEqual([`RMA_RELEASE_LOCK ${all}, Lock: 0`]);
  });

  it('is read by our own reader as it was written', () => {
    const { definitions } = openArchive(folder);
    const windows = [...(definitions.oneSided?.windows.values() ?? [])];
    expect(windows.length).toBe(mpi === 'openmpi' ? 5 : 6);
    for (const communicator of windows) expect(definitions.communicators[communicator]).toBeDefined();
  });

  it('of several threads at once keeps their windows apart', async () => {
    const program = await buildOneSided(mpi, 'oneSided.c');
    const { folder: threads, remarks } = await run(mpi, program, { ranks: 2, args: ['threads'] });
    expect(remarks).toEqual([]);
    const comms = (await readWindows(threads)).map((window) => window.split('|')[0]);
    const perComm = [...new Set(comms)].map((comm) => comms.filter((other) => other === comm).length);
    expect(perComm).toEqual([20, 20]);
    for (const [, events] of await readEvents(threads)) {
      const kinds = countKinds(events);
      expect([kinds.RMA_WIN_CREATE, kinds.RMA_PUT, kinds.RMA_OP_COMPLETE_REMOTE, kinds.RMA_COLLECTIVE_END]).toEqual([
        20, 20, 20, 80,
      ]);
    }
  });
});

describe.each(fortranMpis)('one-sided communication in Fortran with %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi), patient.timeout);

  it.each([
    ['mpi', ['-cpp', '-DMODULE=mpi']],
    ['mpi_f08', ['-cpp', '-DMODULE=mpi_f08', '-DF08']],
  ])('is recorded with the module %s', async (_, flags) => {
    const program = await build(mpi, 'oneSided.f90', ['-O1', ...flags]);
    const { folder, remarks } = await run(mpi, program, { ranks: 2 });
    expect(remarks).toEqual([]);
    expect(await readWindows(folder)).toEqual(['0|in Fortran']);
    const events = (await readEvents(folder)).get('0') ?? [];
    const kinds = events.map(({ kind }) => kind).filter((kind) => kind.startsWith('RMA_'));
    expect(kinds).toEqual([
      ...['RMA_COLLECTIVE_BEGIN', 'RMA_WIN_CREATE', 'RMA_COLLECTIVE_END'],
      ...['RMA_COLLECTIVE_BEGIN', 'RMA_COLLECTIVE_END', 'RMA_PUT'],
      ...['RMA_COLLECTIVE_BEGIN', 'RMA_OP_COMPLETE_NON_BLOCKING', 'RMA_OP_COMPLETE_REMOTE', 'RMA_COLLECTIVE_END'],
      ...['RMA_REQUEST_LOCK', 'RMA_ACQUIRE_LOCK', 'RMA_RELEASE_LOCK'],
      ...['RMA_COLLECTIVE_BEGIN', 'RMA_WIN_DESTROY', 'RMA_COLLECTIVE_END'],
    ]);
    expect(inCall(events, 'MPI_Put')).toEqual(['RMA_PUT Window: "in Fortran", Remote: 1, Bytes: 8, Matching: 1']);
  });
});
