import type { Task } from '../parallel/task.js';
import { Delays } from './delays.js';
import { DirectCostSearch, type DirectCosts } from './directCosts.js';
import { effectBuffers } from './effects.js';
import type { SynchronizationCodes } from './starts.js';
import { StretchStarts } from './stretchStarts.js';
import { Timelines, type TimelinesData } from './timelines.js';
import { WaitIndex, type WaitIndexData } from './waitIndex.js';
import type { WaitStateData } from '../waits/waitStates.js';

/** Wait states are attributed so many at a time; sums are added up in these blocks, however many threads there are. */
const BLOCK = 16_384;

/** Inputs of the search for direct costs. */
export interface DirectCostInput {
  readonly states: WaitStateData;
  readonly timelines: TimelinesData;
  readonly index: WaitIndexData;
  /** The wait states that have costs, in order of time, and where the stretch before each begins. */
  readonly order: Uint32Array;
  readonly codes: SynchronizationCodes;
  /** By row of `operations`, as `statesOfOperations` returns them. */
  readonly stateOf: Int32Array;
  /** How many call-tree nodes there are. */
  readonly nodes: number;
}

/** How many blocks so many wait states are. */
export function blocksOf(states: number): number {
  return Math.ceil(states / BLOCK);
}

/** The wait states of a block, counted from the last one, by their places in order of time; `to` is not contained. */
function blockAt(piece: number, states: number): { from: number; to: number } {
  const to = states - piece * BLOCK;
  return { from: Math.max(0, to - BLOCK), to };
}

/** Finds the direct costs of one block of wait states; blocks are counted from the last one in time. */
export const directCostTask: Task<DirectCostInput, DirectCosts> = {
  name: 'direct costs',
  begin({ states, timelines: data, index: indexData, order, codes, stateOf, nodes }, memory) {
    const timelines = Timelines.over(data);
    const index = new WaitIndex(indexData);
    const starts = new StretchStarts(states, timelines, stateOf, codes);
    const delays = new Delays(states, timelines, index, starts, nodes);
    const search = new DirectCostSearch(states, timelines, index, delays, memory);
    return (piece) => {
      const { from, to } = blockAt(piece, order.length);
      return search.search(order, from, to);
    };
  },
  buffers: ({ effects }) => effectBuffers(effects),
};
