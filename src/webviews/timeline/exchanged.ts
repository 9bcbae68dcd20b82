/** The message, or the bundle of messages, at a point of the picture. Nothing here knows the browser. */
import { bundleAt, bundleText } from '../../pictures/timeline/bundles.js';
import type { Frame } from '../../pictures/timeline/frame.js';
import { messageAt, type MessageHit, messageText } from '../../pictures/timeline/messages.js';
import { rowsByLocation } from '../../pictures/timeline/rowTree.js';
import type { TimelineLook } from './over.js';
import { type Run, whoIn } from './run.js';

/** Pixels from a line at which its message is meant. */
const NEAR_A_MESSAGE = 3;

interface CanvasPoint {
  readonly x: number;
  readonly y: number;
}

type Exchanged = Pick<TimelineLook, 'rows' | 'order' | 'showsMessages' | 'marks' | 'bundles'>;

/** The message that is drawn next to a point. */
export function messageUnder(frame: Frame, look: Exchanged, point: CanvasPoint): MessageHit | undefined {
  const columns = look.marks?.answer.columns;
  if (columns === undefined || look.order !== 'time' || !look.showsMessages) return undefined;
  return messageAt(frame, columns, rowsByLocation(look.rows), point, NEAR_A_MESSAGE);
}

/** Returns the traffic at a point, in words: a message, which is above bundles, else a bundle. */
export function exchangedText(
  frame: Frame,
  look: Exchanged,
  run: Pick<Run, 'locations' | 'names'>,
  point: CanvasPoint,
): string | undefined {
  const hit = messageUnder(frame, look, point);
  if (hit !== undefined) return messageText(hit.message, whoIn(run));
  const { bundles, rows, order, showsMessages } = look;
  // Bundles of other rows are not drawn.
  if (bundles === undefined || bundles.rows !== rows || order !== 'time' || !showsMessages) return undefined;
  const bundle = bundleAt(frame, bundles.answer.columns, point, NEAR_A_MESSAGE);
  return bundle === undefined ? undefined : bundleText(bundle, (row) => rows[row]?.name ?? '');
}
