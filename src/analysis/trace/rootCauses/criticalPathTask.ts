import type { SeverityColumn } from '../../../model/performanceSpace.js';
import type { Task } from '../parallel/task.js';
import { criticalPath } from './criticalPath.js';
import { type PathPieces, PieceRecorder, type TeamTimes } from './pathPieces.js';
import { type MarkPlace, Timelines, type TimelinesData } from './timelines.js';
import type { WaitStateData } from '../waits/waitStates.js';

export interface CriticalPathInput {
  readonly states: WaitStateData;
  /** By row of `operations`, as `statesOfOperations` returns them. */
  readonly stateOf: Int32Array;
  readonly timelines: TimelinesData;
  /** End of the path; there is no path without one. */
  readonly end: MarkPlace | undefined;
  /** Caller of each call-tree node. */
  readonly parents: Int32Array;
  /** When threads forked or joined teams, where it is wanted when the path is where. */
  readonly teams: TeamTimes | undefined;
}

export interface CriticalPath {
  /** Seconds by call path and location. */
  readonly sums: SeverityColumn;
  readonly pieces?: PathPieces;
}

/** Finds the critical path, in one piece. */
export const criticalPathTask: Task<CriticalPathInput, CriticalPath> = {
  name: 'critical path',
  begin:
    ({ states, stateOf, timelines: data, end, parents, teams }) =>
    () => {
      const timelines = Timelines.over(data);
      const pieces = teams === undefined ? undefined : new PieceRecorder(states, stateOf, timelines, teams);
      const sums = criticalPath(states, stateOf, timelines, end, parents, pieces).copy();
      return pieces === undefined ? { sums } : { sums, pieces: pieces.table.rows() };
    },
  buffers: () => [],
};
