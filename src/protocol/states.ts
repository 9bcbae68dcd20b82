/**
 * Answers that clients keep and ask for again and again, such as all experiments: an engine tells what changed since its
 * last answer. Answers are numbered; who has not just the one before is told the whole.
 */
import type { Delta } from './pages/delta.js';

/** What is told so. Each is plain data, as JSON has it. */
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
