/** Selection shared by all views, as engine and clients exchange it. */
import * as v from 'valibot';
import type { Selected } from '../model/selection.js';
import { chosenLocations, index } from './queries/declaration.js';

/** Origins of a selection: a change is not sent back to its origin. */
export const selectionOrigins = ['findings', 'lines', 'explorer', 'timeline', 'dynamics', 'history'] as const;
export type SelectionOrigin = (typeof selectionOrigins)[number];

/** Call paths of one selection at most. */
export const MOST_NODES = 1 << 16;

const time = v.pipe(v.number(), v.finite());
const span = { from: time, to: time };
const NOT_IN_ORDER = 'it ends before it begins';
const name = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000));

/** A selection as it may come from a page or another client. */
export const selected: v.GenericSchema<unknown, Selected> = v.strictObject({
  experiment: name,
  property: v.exactOptional(name),
  nodes: v.exactOptional(v.pipe(v.array(index), v.maxLength(MOST_NODES))),
  locations: v.exactOptional(chosenLocations.wrapped),
  window: v.exactOptional(
    v.pipe(
      v.strictObject(span),
      v.check(({ from, to }) => from <= to, NOT_IN_ORDER),
    ),
  ),
  instance: v.exactOptional(
    v.pipe(
      v.strictObject({ location: index, ...span }),
      v.check(({ from, to }) => from <= to, NOT_IN_ORDER),
    ),
  ),
  place: v.exactOptional(
    v.strictObject({
      file: v.pipe(v.string(), v.nonEmpty(), v.maxLength(4096)),
      line: v.pipe(v.number(), v.integer(), v.minValue(1)),
    }),
  ),
});

/** Action of a page that links the selection and the line in the editor to each other, or unlinks them. */
export const followAction = v.object({ do: v.literal('follow'), on: v.boolean() });

/** The current selection; null without an experiment. */
export interface SelectionState {
  readonly selection: Selected | null;
  /** Whether there is a way back, and forward again. */
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
}
