/** Marks over the bars of a timeline: messages, the critical path, the selection, and text. */
import { absent } from '../../base/elements.js';
import { counted, duration, grouped } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import type { Drawn } from '../drawing/drawList.js';
import { shortened, widthOfText } from '../drawing/fonts.js';
import { bottomOf, type Frame, middleOf, xOf, yOf } from './frame.js';

/** Maximum number of message lines: more would be an uninformative gray area. */
export const MOST_MESSAGES = 2000;

/** Messages in columns: rows of sender and receiver, moments in seconds, and how long was waited for each. */
export interface Messages {
  readonly sender: ArrayLike<number>;
  readonly receiver: ArrayLike<number>;
  readonly send: ArrayLike<number>;
  readonly receive: ArrayLike<number>;
  readonly waiting: ArrayLike<number>;
}

/** Something on a row from a moment up to another. */
export interface Span {
  readonly row: number;
  readonly from: Seconds;
  readonly to: Seconds;
}

export interface NamedSpan extends Span {
  readonly text: string;
}

/** Which messages are drawn: those waited for longest, in that order. */
export function chosenMessages({ waiting }: Messages, most = MOST_MESSAGES): number[] {
  const waited = (at: number): number => waiting[at] ?? absent(at);
  return Array.from({ length: waiting.length }, (_, at) => at)
    .sort((a, b) => waited(b) - waited(a) || a - b)
    .slice(0, most);
}

/** How messages are drawn that have no line: in how many bundles, and how many are in bundles that are omitted. */
export interface BundledText {
  readonly bundles: number;
  readonly omitted: number;
}

/** The sentence where not every message has a line; nothing else. @param drawn how many have one */
export function messagesText(drawn: number, all: number, bundled?: BundledText): string | undefined {
  if (drawn >= all) return undefined;
  const lines = `${grouped(drawn)} of ${grouped(all)} messages are drawn as lines, the longest waiting first`;
  if (bundled === undefined) return lines;
  const { bundles, omitted } = bundled;
  const others = `${grouped(all - drawn - omitted)} in ${counted(bundles, 'bundle')}`;
  const weakest = omitted === 0 ? '' : `, ${grouped(omitted)} in weaker bundles are omitted`;
  return `${lines}, ${others}${weakest}`;
}

/**
 * Returns a line from sender to receiver for each message; those that cause waiting are highlighted, and drawn last.
 */
export function messageLines(frame: Frame, messages: Messages): Drawn[] {
  const chosen = chosenMessages(messages);
  const opacity = chosen.length > 200 ? 0.35 : 0.7;
  return chosen.reverse().map((at) => {
    const makesWait = (messages.waiting[at] ?? absent(at)) > 0;
    return {
      is: 'line',
      points: messageEnds(frame, messages, at),
      ink: makesWait ? 'waiting' : 'message',
      thickness: makesWait ? 1.5 : 1,
      opacity: makesWait ? 0.95 : opacity,
      ...(makesWait ? { rim: 0.75, arrow: chosen.length <= 200 } : {}),
    };
  });
}

/** The line of a message: from the edge of one bar to the edge of the other. */
export function messageEnds(frame: Frame, { sender, receiver, send, receive }: Messages, at: number): number[] {
  const [from, to] = [sender[at] ?? absent(at), receiver[at] ?? absent(at)];
  const isDown = to > from;
  const edge = (row: number, isLower: boolean): number => yOf(frame, row) + (isLower ? frame.rowHeight : 0);
  return [
    xOf(frame, send[at] ?? absent(at)),
    edge(from, isDown),
    xOf(frame, receive[at] ?? absent(at)),
    edge(to, !isDown),
  ];
}

/** A collective operation in logical order: its step, the rows of its members, and how long was waited in it. */
export interface CollectiveStep {
  readonly step: number;
  readonly rows: readonly number[];
  readonly waiting: number;
}

/** Returns lines from member to member, between their bars; those with waiting are highlighted, and drawn last. */
export function collectiveLines(frame: Frame, collectives: readonly CollectiveStep[]): Drawn[] {
  return collectives
    .toSorted((a, b) => a.waiting - b.waiting)
    .flatMap(({ step, rows, waiting }): Drawn[] => {
      const x = xOf(frame, step + MIDDLE);
      const members = [...new Set(rows)].sort((a, b) => a - b);
      return members.slice(1).map((row, at) => ({
        is: 'line',
        points: [x, yOf(frame, members[at] ?? row) + frame.rowHeight, x, yOf(frame, row)],
        ink: waiting > 0 ? 'waiting' : 'message',
        thickness: waiting > 0 ? 2 : 1.5,
        dash: [3, 2],
      }));
    });
}

/** A collective operation in order of time: when its last member came, and how long was waited in it. */
export interface CollectiveMoment {
  readonly time: Seconds;
  /** Of its members, two at least. */
  readonly rows: readonly number[];
  /** Of the member that came last, where it is shown. */
  readonly late: number | undefined;
  readonly waiting: Seconds;
}

/** Collective operations that are drawn at most, so that bars can be seen between them. */
export const MOST_COLLECTIVES = 200;

/** Messages of a picture in order of time: how many have a line, how many there are, and how the others are drawn. */
export interface DrawnMessages {
  readonly drawn: number;
  readonly all: number;
  readonly bundled?: BundledText;
}

/**
 * Returns texts about the operations that a picture in order of time does not draw one by one. @param allCollectives
 * number of collective operations
 */
export function omittedTexts({ drawn, all, bundled }: DrawnMessages, allCollectives: number): string[] {
  const messages = messagesText(Math.min(MOST_MESSAGES, drawn), all, bundled);
  const collectives = `${grouped(MOST_COLLECTIVES)} of ${grouped(allCollectives)} collective operations are drawn, the longest waiting first`;
  return [...(messages === undefined ? [] : [messages]), ...(MOST_COLLECTIVES < allCollectives ? [collectives] : [])];
}

/**
 * A line through the members of each operation at the moment at which its last member came, which is marked.
 * @param collectives the one waited in longest first: it is drawn last
 */
export function collectiveMoments(frame: Frame, collectives: readonly CollectiveMoment[]): Drawn[] {
  return collectives
    .slice(0, MOST_COLLECTIVES)
    .reverse()
    .flatMap(({ time, rows, late, waiting }): Drawn[] => {
      const x = xOf(frame, time);
      const top = rows.reduce((least, row) => Math.min(least, row), Infinity);
      const bottom = rows.reduce((most, row) => Math.max(most, row), -Infinity);
      const ink = waiting > 0 ? 'waiting' : 'message';
      const foot = (row: number): number => yOf(frame, row) + frame.rowHeight;
      const through = { is: 'line', points: [x, yOf(frame, top), x, foot(bottom)], ink, dash: [3, 2] } as const;
      const marked = { is: 'line', points: [x, yOf(frame, late ?? top), x, foot(late ?? top)], ink } as const;
      return [
        // With a rim: waits, which are hatched, end here.
        { ...through, thickness: 1.5, opacity: waiting > 0 ? 0.95 : 0.7, ...(waiting > 0 ? { rim: 1 } : {}) },
        ...(late === undefined || waiting <= 0 ? [] : [{ ...marked, thickness: 4, rim: 1 }]),
      ];
    });
}

/** Position in its step at which an operation sends, receives or synchronizes. */
export const MIDDLE = 0.5;

/** The critical path: along the feet of the bars, and over to the next row where it changes. @param path by time */
export function pathLines(frame: Frame, path: readonly Span[]): Drawn[] {
  const foot = (row: number): number => yOf(frame, row) + frame.rowHeight - Math.min(3, frame.rowHeight / 3);
  const lines: number[][] = [];
  let last: number[] | undefined;
  for (const { row, from, to } of path) {
    const [x, end, y] = [xOf(frame, from), xOf(frame, to), foot(row)];
    const goesOn = last !== undefined && Math.abs((last.at(-2) ?? NaN) - x) < 1;
    if (!goesOn || last === undefined) lines.push((last = []));
    last.push(x, y, end, y);
  }
  const thickness = frame.rowHeight > 3 ? 2.5 : 1;
  return lines.map((points) => ({ is: 'line', points, ink: 'path', thickness, rim: frame.rowHeight > 3 ? 1 : 0 }));
}

/** The edge of what is chosen. */
export function chosenEdge(frame: Frame, { row, from, to }: Span): Drawn {
  const [x, end] = [xOf(frame, from), xOf(frame, to)];
  const width = Math.max(3, end - x);
  return {
    is: 'edge',
    ...{ x: (x + end - width) / 2 - 1.5, y: yOf(frame, row) - 1.5, width: width + 3, height: frame.rowHeight + 3 },
    ...{ ink: 'chosen', thickness: 2 },
  };
}

/** The way from what was late to what waited for it. */
export function causeLine(frame: Frame, wait: Span, cause: { readonly row: number; readonly time: Seconds }): Drawn {
  const isDown = wait.row > cause.row;
  const from = yOf(frame, cause.row) + (isDown ? frame.rowHeight : 0);
  const to = yOf(frame, wait.row) + (isDown ? 0 : frame.rowHeight);
  const points = [xOf(frame, cause.time), from, xOf(frame, wait.to), to];
  return { is: 'line', points, ink: 'chosen', thickness: 2, rim: 1.5, arrow: true };
}

const LABEL = 11;

/** Labels at most: more are not read. */
export const MOST_LABELS = 300;

/**
 * Returns names inside their spans, if they fit; the first ones first, without overlap.
 * @param spans in order of priority
 */
export function labels(frame: Frame, spans: readonly NamedSpan[], size = LABEL): Drawn[] {
  if (frame.rowHeight < size + 2) return [];
  const taken = new Map<number, (readonly [number, number])[]>();
  const drawn: Drawn[] = [];
  const right = frame.left + frame.width;
  for (const { row, from, to, text } of spans) {
    if (drawn.length >= MOST_LABELS) break;
    const [x, end] = [Math.max(frame.left, xOf(frame, from)), Math.min(right, xOf(frame, to))];
    const short = shortened(text, size, end - x - 8);
    if (short === '') continue;
    const half = widthOfText(short, size) / 2 + 2;
    const middle = (x + end) / 2;
    const others = taken.get(row) ?? [];
    if (others.some(([low, high]) => middle - half < high && middle + half > low)) continue;
    taken.set(row, [...others, [middle - half, middle + half]]);
    const y = middleOf(frame, row) + size * 0.36;
    drawn.push({ is: 'text', x: middle, y, text: short, ink: 'text', size, anchor: 'middle', rim: 2 });
  }
  return drawn;
}

/** Something that a person marked: its ends through all rows, and how long it is. */
export function markLines(frame: Frame, marked: readonly Omit<Span, 'row'>[], top: number, bottom: number): Drawn[] {
  return marked.flatMap(({ from, to }): Drawn[] => {
    const [x, end] = [xOf(frame, from), xOf(frame, to)];
    const line = (at: number): Drawn => {
      return { is: 'line', points: [at, top, at, bottom], ink: 'chosen', thickness: 1, dash: [4, 3] };
    };
    const text = frame.unit === 'steps' ? `${grouped(Math.round(to - from))} steps` : duration(to - from);
    if (!(to > from)) return [line(x)];
    return [
      { is: 'area', x, y: top, width: end - x, height: bottom - top, fill: { ink: 'chosen', opacity: 0.12 } },
      ...[x, end].map(line),
      { is: 'text', x: (x + end) / 2, y: top + 10, text, ink: 'chosen', size: LABEL, anchor: 'middle', rim: 2 },
    ];
  });
}

/** A veil over what is outside of a part of time, with its ends through all rows. */
export function outsideOf(frame: Frame, { from, to }: Omit<Span, 'row'>, top: number, bottom: number): Drawn[] {
  const right = frame.left + frame.width;
  const within = (x: number): number => Math.min(right, Math.max(frame.left, x));
  const [x, end] = [within(xOf(frame, from)), within(xOf(frame, to))];
  const veil = { ink: 'ground', opacity: 0.55 } as const;
  const box = { y: top, height: bottom - top };
  const isSeen = (at: number): boolean => at > frame.left && at < right;
  return [
    { is: 'area', x: frame.left, width: x - frame.left, ...box, fill: veil },
    { is: 'area', x: end, width: right - end, ...box, fill: veil },
    ...[x, end]
      .filter(isSeen)
      .map((at): Drawn => ({ is: 'line', points: [at, top, at, bottom], ink: 'chosen', thickness: 1.5 })),
  ];
}

/** Names of rows, to the left of them; where rows are low, as many as have room. */
export function rowNames(frame: Frame, names: readonly string[], size = 12, first = 0, end = frame.rows): Drawn[] {
  const pitch = frame.rowHeight + frame.gap;
  const every = Math.max(1, Math.ceil((size + 2) / pitch));
  const drawn: Drawn[] = [];
  for (let row = Math.ceil(first / every) * every; row < end; row += every) {
    const text = shortened(names[row] ?? absent(row), size, frame.left - 16);
    const y = Math.min(bottomOf(frame), middleOf(frame, row) + size * 0.36);
    drawn.push({ is: 'text', x: frame.left - 8, y, text, ink: 'text', size, anchor: 'end' });
  }
  return drawn;
}
