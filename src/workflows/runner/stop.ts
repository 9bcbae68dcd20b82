import type { Fraction } from '../../base/units.js';
import type { Asking } from '../building/settle.js';
import type { Stage } from '../measuring/job.js';

/** Why a run stops before its end: the person cancelled it, or this process leaves it to a later one. */
export type Stop = 'cancel' | 'leave';

/** How a workflow run tells what it does, and how it is stopped. */
export interface ExecutionObserver {
  readonly onOutput?: (key: string, text: string) => void;
  /** What the step at work does at the moment, in the words of the main job; not every kind of step has such. */
  readonly onProgress?: (stage: Stage, message: string, fraction?: Fraction) => void;
  /** How questions about the program are asked; of the run, in its folder, where this is left out. */
  readonly asking?: Asking;
  /** Whether no person has said that the run goes on: what may do harm when it is done twice is asked about first. */
  readonly unattended?: boolean;
  /** Aborted with the reason `leave` to leave the run as it stands; with any other reason to cancel it. */
  readonly signal: AbortSignal;
}

/** Why a signal was aborted; undefined when it was not. */
export function stopOf(signal: AbortSignal): Stop | undefined {
  if (!signal.aborted) return undefined;
  return signal.reason === 'leave' ? 'leave' : 'cancel';
}
