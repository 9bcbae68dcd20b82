import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openCube, toSpace } from '../../src/formats/cube/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { inCall, readDefinitions, readEvents } from './archive.js';
import { build, mpis, patient, prepare, run } from './support.js';

const RANKS = 4;

interface Communicator {
  readonly name: string;
  readonly members: string;
  readonly parent: string;
}

/** COMM definitions by reference, with the world ranks of their groups. */
async function readComms(folder: string): Promise<Map<string, Communicator>> {
  const groups = new Map<string, string>();
  for (const line of await readDefinitions(folder, 'GROUP')) {
    const [, id = '', type = ''] = /^(\d+) .*Type: (\w+),/.exec(line) ?? [];
    const members = [...line.matchAll(/(?:Members?: |, )(\d+) \("/g)].map((match) => match[1]).join(' ');
    groups.set(id, type === 'COMM_SELF' ? 'self' : members);
  }
  const comms = new Map<string, Communicator>();
  for (const line of await readDefinitions(folder, 'COMM')) {
    const [, id = '', name = '', group = '', parent = ''] =
      /^(\d+) +Name: "([^"]*)" <\d+>, Group: "" <(\d+)>, Parent: (?:UNDEFINED|".*" <(\d+)>),/.exec(line) ?? [];
    comms.set(id, { name, members: groups.get(group) ?? '', parent });
  }
  return comms;
}

describe.each(mpis)('communicators with %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi));

  it('are one definition over all ranks, with parent, members in their order and name', async () => {
    const { folder, remarks } = await run(mpi, await build(mpi, 'communicators.c'), { ranks: RANKS });
    expect(remarks).toEqual([]);
    const comms = [...(await readComms(folder)).values()];
    const all = '0 1 2 3';
    expect(comms[0]).toEqual({ name: 'MPI_COMM_WORLD', members: all, parent: '' });
    expect(comms[1]).toEqual({ name: 'MPI_COMM_SELF', members: 'self', parent: '' });
    const created = comms.slice(2).map(({ name, members, parent }) => `${name}|${members}|${parent}`);
    const copy = String(comms.findIndex(({ name }) => name === 'a copy'));
    // The intercommunicator is the one reference that is no COMM.
    const references = [...(await readComms(folder)).keys()];
    const inter = String(
      Array.from({ length: references.length + 1 }, (_, id) => id).find((id) => !references.includes(String(id))),
    );
    const cart = created.map((text, at) => [text, at + 2] as const).find(([, at]) => isParent(comms, at, '0 1'))?.[1];
    expect([...created].sort()).toEqual(
      [
        `a copy|${all}|0`,
        '|2 0|0', // MPI_Comm_split with reversed keys
        '|3 1|0',
        `|0 1|${copy}`, // MPI_Comm_create
        '|0 1|', // MPI_Comm_create_group
        `|${all}|0`, // MPI_Cart_create
        `|0 1|${cart}`, // MPI_Cart_sub
        `|2 3|${cart}`,
        '|0 2|0', // the sides of the intercommunicator
        '|1 3|0',
        `|0 2 1 3|${inter}`, // MPI_Intercomm_merge
        `|${all}|0`, // MPI_Comm_idup
        '|self|1', // a copy of MPI_COMM_SELF
        `|${all}|0`, // the copy made after another was freed
      ].sort(),
    );
  });

  it('have the coordinates of MPI_Cart_create and MPI_Cart_sub, in traces and in profiles', async () => {
    const program = await build(mpi, 'communicators.c');
    const { folder } = await run(mpi, program, { ranks: RANKS });
    const printed = await readDefinitions(folder, 'CART_COORDINATE');
    const coordinates = printed.map((line) => /Coordinates?: \(?([\d, ]+)/.exec(line)?.[1]);
    expect(coordinates).toEqual(['0, 0', '0, 1', '1, 0', '1, 1', '0', '1', '0', '1']);
    const axis = (isPeriodic: boolean) => ({ name: '', size: 2, isPeriodic });
    const expected = [
      {
        name: '',
        dimensions: [axis(false), axis(true)],
        locations: [0, 1, 2, 3],
        coordinates: [0, 0, 0, 1, 1, 0, 1, 1],
      },
      { name: '', dimensions: [axis(true)], locations: [0, 1], coordinates: [0, 1] },
      { name: '', dimensions: [axis(true)], locations: [2, 3], coordinates: [0, 1] },
    ];
    expect(openArchive(folder).definitions.topologies).toEqual(expected);
    const profile = await run(mpi, program, { ranks: RANKS, env: { TRIMTAB_MODE: 'profile', TRIMTAB_KEEP_RAW: '1' } });
    const { definitions } = toSpace(openCube(join(profile.folder, 'profile.cubex')));
    expect(definitions.topologies).toEqual(expected);
  });

  it('has an intercommunicator with both groups, and its roots and peers', async () => {
    const { folder } = await run(mpi, await build(mpi, 'communicators.c'), { ranks: RANKS });
    const inter = await readDefinitions(folder, 'INTER_COMM');
    expect(inter).toHaveLength(1);
    expect(inter[0]).toMatch(/Group A: "" <\d+>, Group B: "" <\d+>, Common Communicator: "MPI_COMM_WORLD" <0>/);
    const events = await readEvents(folder);
    const end = (rank: string) => inCall(events.get(rank) ?? [], 'MPI_Bcast').at(-1);
    expect(end('0')).toMatch(/Operation: BCAST, .*, Root: SELF, Sent: 8, Received: 0$/);
    expect(end('2')).toMatch(/Root: THIS_GROUP, Sent: 0, Received: 0$/);
    expect(end('1')).toMatch(/Root: 0, Sent: 0, Received: 4$/);
    expect(inCall(events.get('0') ?? [], 'MPI_Send')).toEqual([
      'MPI_SEND Receiver: 1, Communicator: "", Tag: 9, Length: 4',
    ]);
  });

  it('records creation and destruction inside the operations that do them', async () => {
    const { folder } = await run(mpi, await build(mpi, 'communicators.c'), { ranks: RANKS });
    const events = (await readEvents(folder)).get('0') ?? [];
    expect(inCall(events, 'MPI_Init')).toEqual([
      'MPI_COLLECTIVE_BEGIN',
      'COMM_CREATE Communicator: "MPI_COMM_WORLD"',
      'COMM_CREATE Communicator: "MPI_COMM_SELF"',
      'MPI_COLLECTIVE_END Operation: CREATE_HANDLE, Communicator: "MPI_COMM_WORLD", Root: NONE, Sent: 0, Received: 0',
    ]);
    expect(inCall(events, 'MPI_Comm_dup')).toEqual([
      'MPI_COLLECTIVE_BEGIN',
      'COMM_CREATE Communicator: "a copy"',
      'MPI_COLLECTIVE_END Operation: CREATE_HANDLE, Communicator: "MPI_COMM_WORLD", Root: NONE, Sent: 0, Received: 0',
    ]);
    expect(inCall(events, 'MPI_Comm_free', 1)).toEqual([
      'MPI_COLLECTIVE_BEGIN',
      'COMM_DESTROY Communicator: "a copy"',
      'MPI_COLLECTIVE_END Operation: DESTROY_HANDLE, Communicator: "a copy", Root: NONE, Sent: 0, Received: 0',
    ]);
    expect(inCall(events, 'MPI_Wait')).toEqual([
      'COMM_CREATE Communicator: ""',
      'NON_BLOCKING_COLLECTIVE_COMPLETE Operation: CREATE_HANDLE, Communicator: "MPI_COMM_WORLD", Root: NONE, Sent: 0, Received: 0, Request: 1',
    ]);
  });
});

/** Whether communicator `at` is the parent of one with these members that is itself not named. */
function isParent(comms: readonly Communicator[], at: number, members: string): boolean {
  return comms[at]?.name === '' && comms.some((comm) => comm.parent === String(at) && comm.members === members);
}
