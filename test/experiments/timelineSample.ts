/** A timeline of two locations and three call paths, with as many waits as are wanted. */
import type { Timeline } from '../../src/model/timeline.js';

export function sampleTimeline(waits: number): Timeline {
  const rows = Array.from({ length: waits }, (_, row) => row);
  // Lengths that go up and down, some alike.
  const length = (row: number): number => ((row * 7919) % 1009) / 100;
  return {
    span: waits + 20,
    isChanged: false,
    properties: ['mpi_latesender', 'mpi_barrier_wait'],
    blocks: {
      first: Uint32Array.of(0, 2, 4),
      events: Float64Array.of(10, 20),
      start: Float64Array.of(0, 5, 1, 6),
      seconds: Float64Array.from({ length: 32 }, (_, at) => Math.floor(at / 8) % 2),
      waiting: Float64Array.of(0, 1, 0, 1),
      path: Float64Array.of(0, 1, 0, 1),
      node: Int32Array.of(-1, 1, 0, 2),
    },
    waits: {
      from: Float64Array.from(rows),
      to: Float64Array.from(rows, (row) => row + length(row)),
      location: Int32Array.from(rows, (row) => row % 2),
      node: Int32Array.from(rows, (row) => row % 3),
      late: Int32Array.from(rows, (row) => (row % 5 === 0 ? -1 : (row + 1) % 2)),
      lateNode: Int32Array.from(rows, () => -1),
      lateTime: Float64Array.from(rows, (row) => row + length(row)),
      property: Uint8Array.from(rows, (row) => row % 2),
      part: new Uint8Array(waits),
    },
    messages: {
      send: Float64Array.of(1, 2),
      receive: Float64Array.of(3, 4),
      from: Int32Array.of(0, 1),
      to: Int32Array.of(1, 0),
      waiting: Float64Array.of(0, 1.5),
      bytes: Float64Array.of(100, 0),
    },
    collectives: {
      first: Float64Array.of(1),
      last: Float64Array.of(2),
      end: Float64Array.of(3),
      communicator: Int32Array.of(0),
      operation: Int32Array.of(0),
      late: Int32Array.of(1),
      waiting: Float64Array.of(1),
    },
    communicators: {
      number: Int32Array.of(0, 4),
      first: Uint32Array.of(0, 2, 3),
      member: Int32Array.of(0, 1, 1),
    },
    clocks: {
      first: Uint32Array.of(0, 1, 3),
      measured: Float64Array.of(1, 0, 5),
      corrected: Float64Array.of(1, 0.5, 5),
    },
    path: { from: Float64Array.of(0), to: Float64Array.of(6), location: Int32Array.of(1) },
    steps: {
      first: Uint32Array.of(0, 2, 3),
      enter: Float64Array.of(1, 3, 2),
      leave: Float64Array.of(2, 4, 5),
      late: Float64Array.of(0, 0, 1),
      step: Int32Array.of(0, 1, 0),
      collective: Int32Array.of(-1, 0, 0),
    },
    counterNames: [{ name: 'PAPI_TOT_CYC', unit: '#' }],
    counters: {
      first: Uint32Array.of(0, 1, 2),
      counter: Int32Array.of(0, 0),
      from: Float64Array.of(0, 1),
      to: Float64Array.of(2, 3),
      least: Float64Array.of(1, 2),
      most: Float64Array.of(3, 4),
      mean: Float64Array.of(2, 3),
    },
  };
}
