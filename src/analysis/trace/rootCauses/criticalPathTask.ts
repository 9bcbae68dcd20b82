import type { SeverityColumn } from '../../../model/performanceSpace.js';
import type { Task } from '../parallel/task.js';
import { criticalPath } from './criticalPath.js';
import { type MarkPlace, Timelines, type TimelinesData } from './timelines.js';
import type { WaitStateRows } from './waitStates.js';

export interface CriticalPathInput {
  readonly states: WaitStateRows;
  /** By row of `operations`, as `statesOfOperations` returns them. */
  readonly stateOf: Int32Array;
  readonly timelines: TimelinesData;
  /** Where the path ends; there is none without. */
  readonly end: MarkPlace | undefined;
  /** Caller of each call-tree node. */
  readonly parents: Int32Array;
}

/** Finds the critical path, in one piece: seconds by call path and location. */
export const criticalPathTask: Task<CriticalPathInput, SeverityColumn> = {
  name: 'critical path',
  begin:
    ({ states, stateOf, timelines, end, parents }) =>
    () =>
      criticalPath(states, stateOf, Timelines.over(timelines), end, parents).copy(),
  buffers: () => [],
};
