import { describe, expect, test } from 'vitest';
import { EventTrace } from '../../../../src/analysis/trace/events/index.js';
import { EventKind } from '../../../../src/model/events.js';
import { TrimtabError } from '../../../../src/base/problem.js';
import type { Trace } from '../../../../src/model/trace.js';
import { rounds } from '../../../support/matrix.js';
import { type LocationWriter, TraceBuilder } from '../../../support/traceBuilder.js';

function pair(): { builder: TraceBuilder; a: LocationWriter; b: LocationWriter; world: number } {
  const builder = new TraceBuilder();
  const [a] = builder.process();
  const [b] = builder.process();
  return { builder, a, b, world: builder.communicator([0, 1]) };
}

/** Sizes of the messages received and of the sends they are pointed to. */
function messages(trace: EventTrace): (readonly [number | undefined, number | undefined])[] {
  return Array.from(trace.events('Receive'), ({ len, sendptr }) => [len, sendptr?.len] as const);
}

const main = (trace: EventTrace): (string | undefined)[] =>
  trace.regionStack(0, trace.length - 1).map(({ reg }) => reg);

describe('the enhanced model', () => {
  test('attributes match the record', () => {
    const { builder, a, b, world } = pair();
    const site = builder.site('ring.c', 7);
    a.enter(1, 'main', site).send(2, world, 1, 5, 64).leave(3, 'main');
    b.recv(4, world, 0, 5, 64);
    const trace = new EventTrace(builder.build());
    const [enter, send, , receive] = [0, 1, 2, 3].map((index) => trace.event(index));
    expect([enter?.type, enter?.reg, enter?.csite?.line, enter?.src, enter?.lock]).toEqual([
      'Enter',
      'main',
      7,
      undefined,
      undefined,
    ]);
    expect([send?.type, send?.src, send?.dest, send?.tag, send?.len, send?.com]).toEqual([
      'Send',
      0,
      1,
      5,
      64,
      builder.communicators[world],
    ]);
    expect([receive?.src, receive?.dest, receive?.enterptr, receive?.sendptr?.enterptr?.reg]).toEqual([
      0,
      1,
      undefined,
      'main',
    ]);
  });

  test('of events at the same time, a receive comes after the send', () => {
    const { builder, a, b, world } = pair();
    a.recv(1, world, 1, 0, 8);
    b.enter(1, 'f').send(1, world, 0, 0, 8);
    expect(Array.from(new EventTrace(builder.build()).events(), ({ type }) => type)).toEqual([
      'Enter',
      'Send',
      'Receive',
    ]);
  });

  test('a message received before it was sent points nowhere, and does not disturb the others', () => {
    const { builder, a, b, world } = pair();
    a.send(5, world, 1, 0, 1).send(6, world, 1, 0, 2);
    b.recv(4, world, 0, 0, 1).recv(7, world, 0, 0, 2);
    const trace = new EventTrace(builder.build());
    expect(messages(trace)).toEqual([
      [1, undefined],
      [2, 2],
    ]);
    expect(trace.messageQueue(0, 1, 3)).toEqual([]);
  });

  test('receives get their messages in the order in which they were posted, also when one overtakes another', () => {
    const { builder, a, b, world } = pair();
    a.send(1, world, 1, 0, 1).send(2, world, 1, 0, 2).send(3, world, 1, 0, 3);
    b.irecvRequest(4, 10).irecvRequest(5, 11).irecv(6, world, 0, 0, 2, 11).enter(7, 'MPI_Recv');
    b.recv(8, world, 0, 0, 3).leave(8, 'MPI_Recv').irecv(9, world, 0, 0, 1, 10);
    const trace = new EventTrace(builder.build(), { historyLength: 1 });
    expect(messages(trace)).toEqual([
      [2, 2],
      [3, 3],
      [1, 1],
    ]);
    expect(Array.from(trace.events('Receive'), ({ requestptr }) => requestptr?.time)).toEqual([5, undefined, 4]);
  });

  test('a region left while others are open within it ends them; a stray exit changes nothing', () => {
    const { builder, a } = pair();
    a.enter(0, 'main').enter(1, 'f').enter(2, 'g').leave(3, 'f').leave(4, 'h').enter(5, 'k');
    const trace = new EventTrace(builder.build());
    expect(main(trace)).toEqual(['main', 'k']);
    expect([3, 4].map((index) => trace.event(index).enterptr?.reg)).toEqual(['f', 'main']);
    const open = [1, 2, 3].map((index) => [1, 2].map((enter) => trace.isOpen(trace.event(enter), index)));
    expect(open).toEqual([
      [true, false],
      [true, true],
      [false, false],
    ]);
  });

  test('a suspended task keeps its regions while others run on the thread', () => {
    const { builder, a } = pair();
    const toTask = (time: number, task: number): LocationWriter =>
      a.event(EventKind.ThreadTaskSwitch, time, [0, 0, task]);
    a.enter(0, 'main');
    toTask(1, 1).enter(1, 'task1');
    toTask(2, 2).enter(2, 'task2').leave(3, 'task2');
    toTask(4, 1).leave(5, 'task1');
    toTask(6, 0).leave(7, 'main');
    const trace = new EventTrace(builder.build());
    const stacks = Array.from(trace.events(), ({ index }) => trace.regionStack(0, index).map(({ reg }) => reg));
    expect(stacks.map((regions) => regions.join())).toEqual([
      'main',
      'main',
      'main,task1',
      'main',
      'main,task2',
      'main',
      'main,task1',
      'main',
      'main',
      '',
    ]);
    expect(trace.event(7).enterptr?.reg).toBe('task1');
  });

  test('locations are places in the machine and in the program', () => {
    const builder = new TraceBuilder();
    builder.process(2);
    const built = builder.build();
    const systemTree = [
      { name: 'cluster', className: 'machine', parent: 0xffff_ffff },
      { name: 'n1', className: 'node', parent: 0 },
    ];
    const locationGroups = builder.groups.map((group) => ({ ...group, systemTreeNode: 1 }));
    const trace: Trace = { ...built, definitions: { ...built.definitions, systemTree, locationGroups } };
    expect(new EventTrace(trace).places).toEqual([
      { machine: 'cluster', node: 'n1', process: 0, thread: 0 },
      { machine: 'cluster', node: 'n1', process: 0, thread: 1 },
    ]);
  });

  test('the begin of the program is at the root of its call paths', () => {
    const { builder, a } = pair();
    builder.region('app', { role: 'artificial', paradigm: 'measurement' });
    a.event(EventKind.ProgramBegin, 0, [0, 0]).enter(1, 'main').leave(2, 'main').event(EventKind.ProgramEnd, 3, [0]);
    const trace = new EventTrace(builder.build());
    expect(trace.callPath(trace.event(1)).map(({ reg }) => reg)).toEqual(['app', 'main']);
    expect(main(trace)).toEqual([]);
    expect(trace.callGraph(0).tree.size).toBe(1);
    expect(trace.callGraph(3).tree.parent).toEqual(Int32Array.of(-1, 0));
  });

  test('a request for a missing event is reported', () => {
    const { builder, a } = pair();
    a.enter(0, 'main');
    const trace = new EventTrace(builder.build());
    for (const index of [-1, 0.5, 1]) expect(() => trace.event(index)).toThrow(TrimtabError);
    expect(trace.event(0).reg).toBe('main');
  });

  test('memory of a pass is that of its history and of open operations, not of the trace', () => {
    const turns = rounds(5000, 20_000);
    const { builder, a, b, world } = pair();
    a.enter(0, 'main');
    for (let turn = 0; turn < turns; turn++) {
      a.enter(turn, 'MPI_Send')
        .send(turn, world, 1, 0, 8)
        .leave(turn + 0.1, 'MPI_Send');
      b.enter(turn, 'MPI_Recv')
        .recv(turn + 0.2, world, 0, 0, 8)
        .leave(turn + 0.3, 'MPI_Recv');
    }
    const trace = new EventTrace(builder.build(1000), { historyLength: 100 });
    let most = 0;
    for (const { index } of trace.events()) if (index % 10 === 0) most = Math.max(most, trace.eventsKept);
    expect(most).toBeLessThan(150);
    expect(trace.event(3 * turns).time).toBeCloseTo(turns / 2 - 0.7, 6);
    trace.close();
    expect(messages(trace)).toHaveLength(turns);
  });
});
