import type { Fraction } from '../../base/units.js';
import type { Asking } from '../building/settle.js';
import type { Stage } from '../measuring/job.js';

/** Why a run stops before its end: the person cancelled it, or this process leaves it to a later one. */
export type Stop = 'cancel' | 'leave';

/** Callbacks and cancellation of a workflow run. */
export interface ExecutionObserver {
  readonly onOutput?: (key: string, text: string) => void;
  /** Current activity of the running step, in the terms of the main job; not every kind of step reports it. */
  readonly onProgress?: (stage: Stage, message: string, fraction?: Fraction) => void;
  /** Handler of questions about the program; if omitted, those in the folder of the run. */
  readonly asking?: Asking;
  /** Whether the run is resumed without the user's request: the user is asked before repetitions with side effects. */
  readonly unattended?: boolean;
  /** Aborted with the reason `leave` to leave the run in its state; with any other reason to cancel it. */
  readonly signal: AbortSignal;
}

/** Why a signal was aborted; undefined when it was not. */
export function stopOf(signal: AbortSignal): Stop | undefined {
  if (!signal.aborted) return undefined;
  return signal.reason === 'leave' ? 'leave' : 'cancel';
}
