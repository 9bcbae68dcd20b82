import type { Task } from '../parallel/task.js';
import { OWN_MEMORY, SHARED_MEMORY } from '../tables/memory.js';
import { Timelines, type TimelinesData } from './timelines.js';
import { type WaitIndexData, waitIndexOf } from './waitIndex.js';
import type { WaitStateRows } from './waitStates.js';

export interface WaitIndexInput {
  readonly states: WaitStateRows;
  readonly timelines: TimelinesData;
  /** How many there are. */
  readonly locations: number;
  /** Whether all threads are to see the index. */
  readonly isShared: boolean;
}

/** Makes the index of wait states, in one piece. */
export const waitIndexTask: Task<WaitIndexInput, WaitIndexData> = {
  name: 'wait index',
  begin:
    ({ states, timelines, locations, isShared }) =>
    () =>
      waitIndexOf(states, Timelines.over(timelines), locations, isShared ? SHARED_MEMORY : OWN_MEMORY),
  buffers: () => [],
};
