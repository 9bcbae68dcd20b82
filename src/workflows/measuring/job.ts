/** Common data of the steps of a measured run. */
import { present } from '../../base/present.js';
import type { Source } from '../../asl/syntax/diagnostics.js';
import { relative } from 'node:path';
import { isInside } from '../../base/files/inside.js';
import type { CommandRecord } from '../../experiments/index.js';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import type { AskedDynamics, Dynamics } from '../../analysis/dynamics/ofTrace.js';
import type { Compensate } from '../../analysis/trace/index.js';
import type { AskedPredictions } from '../../analysis/whatIf/index.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import type { Predictions } from '../../model/findings/prediction.js';
import type { PredictionBounds } from '../../model/findings/predictionBounds.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import type { Fraction } from '../../base/units.js';
import type { Command, ProcessResult } from '../../base/processes/process.js';
import type { Stage } from '../language/declaration.js';
import type { Asking } from '../building/settle.js';

export type { Stage };

/** A run that failed after it was measured: what it recorded is analyzed and kept. */
export class MeasuredFailure extends TrimtabError {
  /** @param experiment identifier of the experiment that has the results */
  constructor(
    message: string,
    readonly experiment: string,
    details: string,
  ) {
    super(message, { details });
  }
}

/** Reads and analyses an archive; rejects with TrimtabError or CancelledError. */
export type AnalyzeArchive = (
  archive: string,
  options: {
    /** Name of the program, for the report; named after the archive if omitted. */
    program?: string;
    /** Path of the CUBE file to write, if any. */
    cubex?: string;
    /**
     * Path of the space to write for the experiment store, if any: the thread that reads writes it, while others
     * continue.
     */
    spaceFile?: string;
    /** False where times are wanted as they were recorded. */
    correctClocks?: boolean;
    /** Subtracts measurement overhead from all times. */
    compensate?: Compensate;
    /** Texts of project-defined properties, which are ranked together with the built-in ones. */
    properties?: readonly Source[];
    /** Requests an analysis of performance by iteration. */
    dynamics?: AskedDynamics;
    /** Requests predictions of the run time after changes of the program. */
    whatIf?: AskedPredictions;
    /** Requests the gains of the findings, as a part of the report. */
    gains?: boolean;
    signal?: AbortSignal;
    onProgress?: (fraction: Fraction, message: string) => void;
  },
) => Promise<{
  report: FindingsReport;
  space: PerformanceSpace;
  /** How performance changes by iteration, where that was asked for; series only where they were. */
  dynamics?: Dynamics;
  /** Predicted run times, if requested. */
  predictions?: Predictions;
  /** Intervals of gains in place of predictions, if those were requested of a profile. */
  bounds?: PredictionBounds;
  /** The file that was asked for, where it was written. */
  spaceFile?: string;
}>;

/** Callbacks and cancellation of a job. */
export interface JobObserver {
  readonly onProgress?: (stage: Stage, message: string, fraction?: Fraction) => void;
  /** Output of the build and of the program, verbatim, and the commands themselves. */
  readonly onOutput?: (text: string) => void;
  /** How the person is asked what only they know. */
  readonly asking?: Asking;
  /** Whether the user accepted a trace that may be larger than the free disk space. */
  readonly acceptsLargeTrace?: boolean;
  readonly signal?: AbortSignal;
}

/** Result of a job. */
export interface JobResult {
  /** Identifier of the experiment. */
  readonly experiment: string;
  readonly report: FindingsReport;
}

/** Throws CancelledError once the person has cancelled. */
export function checkCancelled(observer: JobObserver): void {
  if (observer.signal?.aborted === true) throw new CancelledError();
}

/** How a command ended, as the manifest keeps it. @param project its folder where the command ran */
export function commandRecord(
  project: string,
  command: Pick<Command, 'argv' | 'folder' | 'input'>,
  result: ProcessResult,
): CommandRecord {
  return {
    argv: [...command.argv],
    folder: isInside(project, command.folder) ? relative(project, command.folder) || '.' : command.folder,
    ...(command.input === undefined ? {} : { input: relative(project, command.input.path) }),
    seconds: Math.round(result.seconds * 1000) / 1000,
    ...present({ exit: result.exitCode, endedBy: result.endedBy, stopped: result.stopped }),
  };
}

/** How a command ended, as the end of a sentence. */
export function endText(result: Pick<ProcessResult, 'exitCode' | 'endedBy'>): string {
  if (result.endedBy !== undefined) return `was ended by ${result.endedBy}`;
  return `ended with exit code ${result.exitCode ?? 'unknown'}`;
}
