import type { AskedDynamics, Dynamics } from '../../analysis/dynamics/ofTrace.js';
import type { Compensate } from '../../analysis/trace/index.js';
import type { Source } from '../../asl/syntax/diagnostics.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import type { FailureMessage } from './failure.js';
import type { WatchMessage } from './watch.js';

/** What the worker thread is started with. */
export interface WorkerTask {
  /** Path of the archive's anchor file or folder. */
  readonly archive: string;
  readonly program: string;
  /** Where to write the results as a CUBE file, if anywhere. */
  readonly cubex?: string;
  /** Where to write the space as experiments keep it, if anywhere. */
  readonly spaceFile?: string;
  /** False where times are wanted as they were recorded. */
  readonly correctClocks?: boolean;
  /** Where what recording took is to be taken out of all times. */
  readonly compensate?: Compensate;
  /** Name of the metric that a profile is ranked by, where that is not the time. */
  readonly metric?: string;
  /** Threads that read events; as the trace and the machine suggest when not given. */
  readonly threads?: number;
  /** Folder of the parts that several tasks have read already; nothing is read the first time then. */
  readonly exchange?: string;
  /** Texts of properties that the project has of its own. */
  readonly properties?: readonly Source[];
  /** Where it is to be found out how performance changes by iteration; always where `spaceFile` is written. */
  readonly dynamics?: AskedDynamics;
  /** One 32-bit number; the worker gives up soon after it becomes 1. */
  readonly cancelled: SharedArrayBuffer;
}

export interface AnalysisResult {
  readonly report: FindingsReport;
  readonly space: PerformanceSpace;
  /** How performance changes by iteration, where that was asked for; series only where they were. */
  readonly dynamics?: Dynamics;
  /** Where the space was written, if it was to be. */
  readonly spaceFile?: string;
}

/** What the worker thread says. Exactly one message that is neither progress nor asks for something comes last. */
export type WorkerMessage =
  | WatchMessage
  | { readonly kind: 'progress'; readonly fraction: number; readonly message: string }
  | { readonly kind: 'done'; readonly result: AnalysisResult }
  | FailureMessage;
