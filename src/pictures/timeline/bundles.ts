/** Messages of a timeline that have no line: those between two rows at one time are drawn as one bundle. */
import { elementAt } from '../../base/elements.js';
import { counted, dataSize, duration } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import type { Drawn } from '../drawing/drawList.js';
import type { Frame } from './frame.js';
import { messageEnds } from './marks.js';
import { distanceTo } from './messages.js';

/** Pixels of a column in which messages are bundled. */
const BUNDLE_PIXELS = 32;
/** Columns of a window at most. */
const MOST_COLUMNS = 512;

/** Bundles in columns, the one with the most messages first; rows by their numbers, times are means. */
export interface GivenBundles {
  readonly sender: Uint32Array;
  readonly receiver: Uint32Array;
  readonly count: Float64Array;
  /** NaN where a size was not recorded. */
  readonly bytes: Float64Array;
  /** Seconds that were waited for its messages. */
  readonly waiting: Float64Array;
  readonly send: Float64Array;
  readonly receive: Float64Array;
}

/** Columns in which messages are bundled. @param width CSS pixels of the time that is shown */
export const bundleColumns = (width: number): number =>
  Math.max(1, Math.min(MOST_COLUMNS, Math.round(width / BUNDLE_PIXELS)));

/** A line for each bundle: the more messages it has, the stronger; the strongest is drawn last. */
export function bundleLines(frame: Frame, bundles: GivenBundles): Drawn[] {
  const [most = 1] = bundles.count;
  return Array.from(bundles.count, (count, at): Drawn => {
    const strength = strengthOf(count, most);
    const points = messageEnds(frame, bundles, at);
    return { is: 'line', points, ink: 'message', thickness: 1 + 4 * strength, opacity: 0.25 + 0.4 * strength };
  }).reverse();
}

/** From 0 for one message to 1 for the most of a picture: bundles differ by orders of magnitude. */
const strengthOf = (count: number, most: number): number => (most > 1 ? Math.log(count) / Math.log(most) : 0);

/** Messages from one row to another at about one time. */
export interface Bundle {
  readonly sender: number;
  readonly receiver: number;
  readonly count: number;
  readonly bytes: number;
  readonly waiting: Seconds;
  readonly send: Seconds;
  readonly receive: Seconds;
}

export function bundleIn(bundles: GivenBundles, at: number): Bundle {
  const { sender, receiver, count, bytes, waiting, send, receive } = bundles;
  return {
    ...{ sender: elementAt(sender, at), receiver: elementAt(receiver, at), count: elementAt(count, at) },
    ...{ bytes: elementAt(bytes, at), waiting: elementAt(waiting, at) },
    ...{ send: elementAt(send, at), receive: elementAt(receive, at) },
  };
}

/** The bundle that is drawn next to a point; undefined where none is near. @param within pixels */
export function bundleAt(
  frame: Frame,
  bundles: GivenBundles,
  point: { readonly x: number; readonly y: number },
  within: number,
): Bundle | undefined {
  let nearest: { readonly at: number; readonly distance: number } | undefined;
  // The strongest one comes first: of those that are equally near, the one on top is meant.
  for (let at = 0; at < bundles.count.length; at++) {
    const { distance } = distanceTo(messageEnds(frame, bundles, at), point);
    if (distance <= within && distance < (nearest?.distance ?? Infinity)) nearest = { at, distance };
  }
  return nearest === undefined ? undefined : bundleIn(bundles, nearest.at);
}

/** `1,234 messages from MPI Rank 0 to MPI Rank 1 with 5.1 MB, sent at about 1.23 s; 12 ms of waiting` */
export function bundleText(
  { sender, receiver, count, bytes, waiting, send }: Bundle,
  nameOf: (row: number) => string,
): string {
  const size = Number.isNaN(bytes) ? '' : ` with ${dataSize(bytes)}`;
  const sent = `${counted(count, 'message')} from ${nameOf(sender)} to ${nameOf(receiver)}${size}`;
  const waited = waiting > 0 ? `; ${duration(waiting)} of waiting` : '';
  return `${sent}, sent at about ${send.toFixed(6)} s${waited}`;
}
