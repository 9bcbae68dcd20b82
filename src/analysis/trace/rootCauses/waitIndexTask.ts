import type { Task } from '../parallel/task.js';
import { Timelines, type TimelinesData } from './timelines.js';
import { type WaitIndexData, waitIndexOf } from './waitIndex.js';
import type { WaitStateData } from '../waits/waitStates.js';

export interface WaitIndexInput {
  readonly states: WaitStateData;
  readonly timelines: TimelinesData;
  /** How many there are. */
  readonly locations: number;
}

/** Makes the index of wait states, in one piece. */
export const waitIndexTask: Task<WaitIndexInput, WaitIndexData> = {
  name: 'wait index',
  begin:
    ({ states, timelines, locations }, memory) =>
    () =>
      waitIndexOf(states, Timelines.over(timelines), locations, memory),
  buffers: () => [],
};
