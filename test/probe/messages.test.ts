import { beforeAll, describe, expect, it } from 'vitest';
import { calls, countKinds, inCall, inOrder, openRegions, readEvents, type Event } from './archive.js';
import { build, mpis, patient, prepare, run } from './support.js';

const world = 'Communicator: "MPI_COMM_WORLD"';

function messagesOf(events: readonly Event[]): string[] {
  return events.filter(({ kind }) => /^MPI_(I?SEND|I?RECV)$/.test(kind)).map(({ kind, text }) => `${kind} ${text}`);
}

describe.each(mpis)('messages with %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi));

  it('records sends before and receives after what happened, with actual source and tag', async () => {
    const { folder, remarks } = await run(mpi, await build(mpi, 'messages.c'));
    const events = await readEvents(folder);
    expect(remarks).toEqual([]);
    expect(messagesOf(events.get('0')!)).toEqual([
      `MPI_SEND Receiver: 1, ${world}, Tag: 1, Length: 4`,
      `MPI_SEND Receiver: 1, ${world}, Tag: 2, Length: 8`,
      `MPI_SEND Receiver: 1, ${world}, Tag: 3, Length: 12`,
      `MPI_RECV Sender: 1, ${world}, Tag: 4, Length: 0`,
      `MPI_SEND Receiver: 1, ${world}, Tag: 5, Length: 16`,
      `MPI_SEND Receiver: 1, ${world}, Tag: 10, Length: 8`,
      `MPI_RECV Sender: 1, ${world}, Tag: 10, Length: 8`,
      `MPI_SEND Receiver: 1, ${world}, Tag: 11, Length: 8`,
      `MPI_RECV Sender: 1, ${world}, Tag: 11, Length: 8`,
      `MPI_SEND Receiver: 1, ${world}, Tag: 20, Length: 4`,
      `MPI_SEND Receiver: 1, ${world}, Tag: 21, Length: 4`,
      `MPI_SEND Receiver: 1, ${world}, Tag: 22, Length: 4`,
    ]);
    expect(messagesOf(events.get('1')!)).toEqual([
      `MPI_RECV Sender: 0, ${world}, Tag: 1, Length: 4`,
      `MPI_RECV Sender: 0, ${world}, Tag: 2, Length: 8`,
      `MPI_RECV Sender: 0, ${world}, Tag: 3, Length: 12`,
      `MPI_SEND Receiver: 0, ${world}, Tag: 4, Length: 0`,
      `MPI_IRECV Sender: 0, ${world}, Tag: 5, Length: 16, Request: 1`,
      `MPI_SEND Receiver: 0, ${world}, Tag: 10, Length: 8`,
      `MPI_RECV Sender: 0, ${world}, Tag: 10, Length: 8`,
      `MPI_SEND Receiver: 0, ${world}, Tag: 11, Length: 8`,
      `MPI_RECV Sender: 0, ${world}, Tag: 11, Length: 8`,
      `MPI_RECV Sender: 0, ${world}, Tag: 20, Length: 4`,
      `MPI_RECV Sender: 0, ${world}, Tag: 21, Length: 4`,
      `MPI_IRECV Sender: 0, ${world}, Tag: 22, Length: 4, Request: 2`,
    ]);
    for (const own of events.values()) {
      expect(openRegions(own)).toEqual([]);
      expect(inOrder(own)).toBe(true);
    }
    // MPI_PROC_NULL: the regions alone.
    expect(inCall(events.get('0')!, 'MPI_Isend')).toEqual([]);
    expect(calls(events.get('0')!, 'MPI_Waitall')).toEqual([[]]);
  });

  it('follows requests through every kind of completion', async () => {
    const { folder, remarks } = await run(mpi, await build(mpi, 'requests.c'));
    const events = await readEvents(folder);
    const [sender, receiver] = [events.get('0')!, events.get('1')!];
    expect(remarks).toEqual([]);
    // 8 ways × 3 requests, 2 starts, and at the sender 2 that are given away and 30 more to a real receiver.
    expect(countKinds(sender)).toMatchObject({ MPI_ISEND: 58, MPI_ISEND_COMPLETE: 58, MPI_REQUEST_CANCELLED: 1 });
    expect(countKinds(receiver)).toMatchObject({
      MPI_IRECV_REQUEST: 29,
      MPI_IRECV: 27,
      MPI_RECV: 32,
      MPI_ISEND: 2,
      MPI_ISEND_COMPLETE: 2,
      MPI_REQUEST_CANCELLED: 2,
    });
    expect(inCall(sender, 'MPI_Isend')).toEqual([`MPI_ISEND Receiver: 1, ${world}, Tag: 100, Length: 4, Request: 1`]);
    expect(inCall(receiver, 'MPI_Wait')).toEqual([`MPI_IRECV Sender: 0, ${world}, Tag: 100, Length: 4, Request: 1`]);
    expect(inCall(receiver, 'MPI_Waitall')).toEqual(
      [200, 201, 202].map((tag, i) => `MPI_IRECV Sender: 0, ${world}, Tag: ${tag}, Length: 4, Request: ${4 + i}`),
    );
    expect(calls(receiver, 'MPI_Waitany').map((call) => call.length)).toEqual([1, 1, 1]);
    expect(calls(receiver, 'MPI_Waitsome').flat()).toHaveLength(3);
  });

  it('pairs each request with one completion of the same id', async () => {
    const { folder } = await run(mpi, await build(mpi, 'requests.c'));
    for (const events of (await readEvents(folder)).values()) {
      const open = new Set<string>();
      for (const { kind, text } of events) {
        const id = /Request: (\d+)/.exec(text)?.[1];
        if (id === undefined) continue;
        if (kind === 'MPI_ISEND' || kind === 'MPI_IRECV_REQUEST') {
          expect(open.has(id), `request ${id} is posted twice`).toBe(false);
          open.add(id);
        } else if (kind === 'MPI_REQUEST_TEST') {
          expect(open.has(id)).toBe(true);
        } else {
          expect(open.delete(id), `request ${id} completes without having been posted`).toBe(true);
        }
      }
      expect([...open]).toEqual([]);
    }
  });

  it('records failed tests, persistent starts, a cancelled receive and requests that are freed', async () => {
    const { folder } = await run(mpi, await build(mpi, 'requests.c'));
    const events = await readEvents(folder);
    const receiver = events.get('1')!;
    const kinds = (region: string, own = receiver) =>
      calls(own, region).map((call) => call.map((text) => text.split(' ')[0]));
    expect(kinds('MPI_Test').at(-1)).toEqual(['MPI_REQUEST_TEST']);
    expect(kinds('MPI_Startall')).toEqual([['MPI_ISEND', 'MPI_IRECV_REQUEST']]);
    expect(kinds('MPI_Start')).toEqual([['MPI_IRECV_REQUEST'], ['MPI_ISEND']]);
    expect(kinds('MPI_Wait').at(-1)).toEqual(['MPI_REQUEST_CANCELLED']);
    // The first two are persistent requests that are not active.
    expect(kinds('MPI_Request_free')).toEqual([[], [], ['MPI_REQUEST_CANCELLED']]);
    expect(kinds('MPI_Request_free', events.get('0'))).toEqual([
      [],
      [],
      ['MPI_ISEND_COMPLETE'],
      ['MPI_ISEND_COMPLETE'],
    ]);
  });
});
