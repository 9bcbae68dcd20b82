import type { AskedDynamics, Dynamics } from '../../analysis/dynamics/ofTrace.js';
import type { Compensate } from '../../analysis/trace/index.js';
import type { AskedPredictions } from '../../analysis/whatIf/index.js';
import type { Source } from '../../asl/syntax/diagnostics.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import type { Predictions } from '../../model/findings/prediction.js';
import type { PredictionBounds } from '../../model/findings/predictionBounds.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import type { FailureMessage } from './failure.js';
import type { WatchMessage } from './watch.js';

/** Start data of the worker thread. */
export interface WorkerTask {
  /** Path of the archive's anchor file or folder. */
  readonly archive: string;
  /** Name of the program; named after the archive if omitted. */
  readonly program?: string;
  /** Path of the CUBE file to write, if any. */
  readonly cubex?: string;
  /** Path at which to write the space for the experiment store, if any. */
  readonly spaceFile?: string;
  /** False where times are wanted as they were recorded. */
  readonly correctClocks?: boolean;
  /** Subtracts measurement overhead from all times. */
  readonly compensate?: Compensate;
  /** Name of the metric that a profile is ranked by, where that is not the time. */
  readonly metric?: string;
  /** Threads that read events; as the trace and the machine suggest when not given. */
  readonly threads?: number;
  /** Folder of the parts that several tasks have read already; nothing is read the first time then. */
  readonly exchange?: string;
  /** Texts of project-defined properties. */
  readonly properties?: readonly Source[];
  /** Requests an analysis of performance by iteration; always performed if `spaceFile` is written. */
  readonly dynamics?: AskedDynamics;
  /** Requests predictions of the run time after these changes of the program. */
  readonly whatIf?: AskedPredictions;
  /** Requests the gains of the findings of a trace; always computed if `spaceFile` is written. */
  readonly gains?: boolean;
  /** One 32-bit number; the worker gives up soon after it becomes 1. */
  readonly cancelled: SharedArrayBuffer;
}

export interface AnalysisResult {
  readonly report: FindingsReport;
  readonly space: PerformanceSpace;
  /** How performance changes by iteration, where that was asked for; series only where they were. */
  readonly dynamics?: Dynamics;
  /** Predicted run times, if requested. */
  readonly predictions?: Predictions;
  /** Intervals of gains in place of predictions, if those were requested of a profile. */
  readonly bounds?: PredictionBounds;
  /** Path of the written space, if requested. */
  readonly spaceFile?: string;
}

/** Message of the worker thread. The last one, and only that one, is neither progress nor a request. */
export type WorkerMessage =
  | WatchMessage
  | { readonly kind: 'progress'; readonly fraction: number; readonly message: string }
  | { readonly kind: 'done'; readonly result: AnalysisResult }
  | FailureMessage;
