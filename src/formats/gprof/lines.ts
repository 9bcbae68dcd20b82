/** Lines of gprof's tables, as GNU, BSD and AIX print them. */
import type { FlatEntry, GraphEntry } from './entries.js';

const FLAT = /^\s*(?:\d+\.\d+|-?nan)\s+\d+\.\d+\s+(\d+\.\d+)\s+(?:(\d+)\s+(?:[\d.]+\s+[\d.]+\s+)?)?(\S.*)$/;
const ENTRY = /^\[(\d+)\]\s+(?:[\d.]+|-?nan)\s+([\d.]+)\s+[\d.]+\s+(?:(\d+)(?:\+\d+)?\s+)?(\S.*)$/;
const CALL = /^\s+(?:[\d.]+\s+[\d.]+\s+)?(\d+)(?:\/\d+)?\s+(\S.*)$/;
const CYCLE = /\s<cycle (\d+)>$/;
const WHOLE = /^<cycle (\d+) as a whole>$/;

/**
 * A line without the number of its function, such as ` [3]`, which BSD prints in flat profiles too. It is ` (3)` for
 * functions that are omitted from the call graph.
 */
interface Numbered {
  readonly text: string;
  readonly index: number | undefined;
}

function numbered(line: string): Numbered {
  const text = line.trimEnd();
  const begin = text.endsWith(']') ? text.lastIndexOf('[') : text.endsWith(')') ? text.lastIndexOf('(') : -1;
  const digits = text.slice(begin + 1, -1);
  // Names may end with other brackets, such as those of operators and parameters.
  if (begin <= 0 || !/^\d{1,9}$/.test(digits) || !/\s/.test(text.charAt(begin - 1))) return { text, index: undefined };
  return { text: text.slice(0, begin).trimEnd(), index: Number(digits) };
}

const withoutCycle = (name: string): string => name.replace(CYCLE, '').trimEnd();

/** A row of the flat profile. */
export function flatRow(line: string): FlatEntry | undefined {
  const { text, index } = numbered(line);
  const [, self, calls, name] = FLAT.exec(text) ?? [];
  if (self === undefined || name === undefined) return undefined;
  return {
    name: withoutCycle(name),
    ...(index === undefined ? {} : { index }),
    self: Number(self),
    calls: calls === undefined ? undefined : Number(calls),
  };
}

/** The row of the call graph that a block of callers and callees is about. */
export function graphEntry(line: string): GraphEntry | undefined {
  if (!line.startsWith('[')) return undefined;
  const [, index, self, calls, name] = ENTRY.exec(numbered(line).text) ?? [];
  if (index === undefined || name === undefined) return undefined;
  const whole = WHOLE.exec(name);
  return {
    index: Number(index),
    name: withoutCycle(name),
    self: Number(self),
    calls: Number(calls ?? 0),
    cycle: Number(whole?.[1] ?? CYCLE.exec(name)?.[1] ?? 0),
    isWhole: whole !== null,
  };
}

/** A caller or a callee in a block of the call graph. */
export interface GraphCall {
  readonly index: number;
  readonly name: string;
  readonly calls: number;
}

export function graphCall(line: string): GraphCall | undefined {
  const { text, index } = numbered(line);
  if (index === undefined) return undefined;
  const [, calls, name] = CALL.exec(text) ?? [];
  return name === undefined ? undefined : { index, name: withoutCycle(name), calls: Number(calls) };
}
