/**
 * Answers that clients keep and request repeatedly, such as all experiments: an engine sends only the changes since its
 * last answer. Answers are numbered; a client without the previous one receives the whole answer.
 */
import type { Delta } from './pages/delta.js';

/** Requests answered this way. Each answer is plain data (JSON). */
export const stateMethods = [
  'trimtab/listExperiments',
  'trimtab/findings',
  'trimtab/shownOnLines',
  'trimtab/history',
  'trimtab/trend',
  'trimtab/workflows',
  'trimtab/workflowRuns',
  'trimtab/listTargets',
  'trimtab/compare',
  'trimtab/scalability',
] as const;

export type StateMethod = (typeof stateMethods)[number];

/** An answer, or what changed in the one before. */
export type StateAnswer<State> =
  | { readonly number: number; readonly whole: State }
  | { readonly number: number; readonly delta: Delta };
