/** Asking a running program for something that happens at the same iteration on all ranks, such as switching functions. */
import type { LiveView } from './view.js';

/** A run that can be asked. */
export interface Spoken {
  readonly look: (request: string) => Promise<LiveView>;
  readonly ask: (
    request: string,
  ) => Promise<{ readonly kind: 'done' } | { readonly kind: 'refused'; readonly why: string }>;
  /** Waits so many milliseconds. @throws where the run has ended */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Tries to come before an iteration, beyond which it is given up. */
const MOST_TRIES = 8;
/** The last iteration that any rank has begun. */
export const furthest = ({ ranks }: LiveView): number => Math.max(0, ...ranks.map(({ iteration }) => iteration));

/** The iteration that all ranks have begun. */
export const reached = ({ ranks }: LiveView): number => Math.min(...ranks.map(({ iteration }) => iteration));

/** A glob in quotes that is one function's name. */
const named = (name: string): string => (name.includes('"') ? `'${name}'` : `"${name}"`);

/** Iterations a second, of the fastest rank. */
const rateOf = (view: LiveView): number =>
  Math.max(0, ...view.ranks.map(({ iteration, seconds }) => iteration / Math.max(seconds, 1e-3)));

/** An iteration that no rank will have begun when all hold so many requests for it. */
const soon = (view: LiveView, requests: number, tries = 1): number =>
  furthest(view) + Math.ceil(rateOf(view) * tries * (1.5 + 0.1 * requests)) + 2 * tries;

/** Makes requests for one iteration, each with ` at N` behind it. @returns that iteration, from 1; undefined: it could not be */
export async function askTogether(
  run: Spoken,
  requestsFor: (view: LiveView, at: number) => readonly string[],
): Promise<number | undefined> {
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const view = await run.look('get flat');
    if (view.phase === undefined) return undefined;
    const at = soon(view, requestsFor(view, 0).length, tries);
    let isHeld = true;
    for (const request of requestsFor(view, at)) isHeld &&= (await run.ask(request)).kind === 'done';
    if (isHeld) return at;
  }
  return undefined;
}

/** Functions that stay on whatever is asked for: where the program begins, and its progress loop. */
export const alwaysOn = ({ functions, phase }: LiveView): string[] =>
  functions.filter(({ name }) => /^(main|MAIN__)$/.test(name) || name === phase).map(({ name }) => name);

/** Switches exactly these functions on. @returns from which iteration on, from 1; undefined: it could not be */
export function measureOnly(run: Spoken, names: readonly string[]): Promise<number | undefined> {
  return askTogether(run, (view, at) => [
    `function off * at ${at}`,
    ...[...new Set([...alwaysOn(view), ...names])].map((name) => `function on ${named(name)} at ${at}`),
  ]);
}

/** Switches all functions on for some iterations, and then exactly those on that were. @returns their first, from 1 */
export function tryFunctions(run: Spoken, before: readonly string[], count: number): Promise<number | undefined> {
  return askTogether(run, (view, at) => [
    `function on * at ${at}`,
    `function off * at ${at + count}`,
    ...[...new Set([...alwaysOn(view), ...before])].map((name) => `function on ${named(name)} at ${at + count}`),
  ]);
}
