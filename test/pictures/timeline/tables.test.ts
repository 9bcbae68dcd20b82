import { describe, expect, it } from 'vitest';
import { CollectiveOperation } from '../../../src/model/events.js';
import {
  collectiveName,
  collectivesTable,
  csvOf,
  messagesTable,
  timeTable,
  waitsTable,
} from '../../../src/pictures/timeline/tables.js';

const names = { who: (location: number) => `rank ${location}`, functionOf: (node: number) => `function ${node}` };

const columns = {
  waitLocation: Uint32Array.of(2, 0),
  waitFrom: Float64Array.of(1, 3),
  waitTo: Float64Array.of(1.5, 3.25),
  waitNode: Uint32Array.of(7, 8),
  waitLate: Int32Array.of(1, -1),
  messageFrom: Uint32Array.of(1, 0),
  messageTo: Uint32Array.of(2, 1),
  messageSend: Float64Array.of(1.4, 2),
  messageReceive: Float64Array.of(1.5, 2.001),
  messageWaiting: Float64Array.of(0.5, 0),
  messageBytes: Float64Array.of(1024, Number.NaN),
  collectiveCommunicator: Uint32Array.of(0),
  collectiveOperation: Uint32Array.of(CollectiveOperation.Allreduce),
  collectiveFirst: Float64Array.of(4),
  collectiveLast: Float64Array.of(4.5),
  collectiveEnd: Float64Array.of(4.6),
  collectiveLate: Uint32Array.of(3),
  collectiveWaiting: Float64Array.of(1.5),
  communicator: new Uint32Array(0),
  communicatorEnd: new Uint32Array(0),
  communicatorMember: new Uint32Array(0),
  pathLocation: new Uint32Array(0),
  pathFrom: new Float64Array(0),
  pathTo: new Float64Array(0),
};

describe('tables of a timeline', () => {
  it('have waits with what was waited for, and where they are', () => {
    const { lines } = waitsTable(columns, names);
    expect(lines.map(({ texts }) => texts)).toEqual([
      ['rank 2', '500 ms', '1.000000 s', '1.500000 s', 'function 7', 'rank 1'],
      ['rank 0', '250 ms', '3.000000 s', '3.250000 s', 'function 8', ''],
    ]);
    expect(lines[0]?.at).toEqual({ location: 2, time: 1.25, from: 1, to: 1.5 });
  });

  it('have messages with their sizes, also where these are not known', () => {
    expect(csvOf(messagesTable(columns, names)).split('\n')).toEqual([
      'From,To,Size (B),Sent (s),Received (s),In transit (s),Makes wait (s)',
      `rank 1,rank 2,1024,1.4,1.5,${1.5 - 1.4},0.5`,
      `rank 0,rank 1,,2,2.001,${2.001 - 2},0`,
      '',
    ]);
  });

  it('have collective operations with the rank that came last', () => {
    expect(collectivesTable(columns, names).lines.map(({ texts }) => texts)).toEqual([
      ['MPI_Allreduce', '1.50 s', '4.000000 s', '4.500000 s', 'rank 3', '4.600000 s'],
    ]);
    expect(collectiveName(CollectiveOperation.ReduceScatterBlock)).toBe('MPI_Reduce_scatter_block');
    expect(collectiveName(CollectiveOperation.CreateHandle)).toBe('create handle');
    expect(collectiveName(99)).toBe('operation 99');
  });

  it('have the time of rows by class, without classes that have none', () => {
    const table = timeTable({
      rows: ['rank 0', 'rank 1'],
      classes: ['computation', 'pointToPoint', 'openmp'],
      seconds: Float64Array.of(1, 0.5, 0, 2, 0.25, 0),
      waiting: Float64Array.of(0.1, 0),
    });
    expect(table.heads.map(({ text }) => text)).toEqual([
      'Row',
      'computation',
      'point-to-point',
      'in calls',
      'waiting',
    ]);
    expect(table.lines.map(({ values }) => values)).toEqual([
      ['rank 0', 1, 0.5, 1.5, 0.1],
      ['rank 1', 2, 0.25, 2.25, 0],
    ]);
  });
});
