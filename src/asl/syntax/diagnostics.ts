import { LineIndex, type Span } from './position.js';

/**
 * Possible errors of a text. The first digit is the part that finds it: 1 syntax, 2 names, 3 types and units, 4
 * evaluation. Users and suppressions refer to these numbers, so they are never reused.
 */
export const CODES = {
  unexpected: 'ASL101',
  unclosed: 'ASL102',
  nesting: 'ASL103',
  character: 'ASL104',
  unreadable: 'ASL105',
  tolerated: 'ASL110',
  unknownName: 'ASL201',
  unknownMember: 'ASL202',
  unknownProperty: 'ASL203',
  declaredTwice: 'ASL204',
  circle: 'ASL205',
  unknownClass: 'ASL206',
  unit: 'ASL301',
  type: 'ASL302',
  argumentCount: 'ASL303',
  noRatio: 'ASL304',
  stopped: 'ASL401',
  noData: 'ASL402',
} as const;
export type Code = (typeof CODES)[keyof typeof CODES];

/** One thing that is wrong, or odd, at a place of a text. */
export interface Diagnostic extends Span {
  readonly level: 'error' | 'warning';
  readonly code: Code;
  /** The error and, if not obvious, its fix. */
  readonly message: string;
}

/** A text with the name that people know it by. */
export interface Source {
  readonly name: string;
  readonly text: string;
  /** Why there is no text, where the file could not be read. */
  readonly unreadable?: string;
}

/** Formats a message like a compiler, `b.asl:12:18: ASL301 expected s·loc, found B in 'n + pd.bytes'`. */
export function diagnosticLine(source: Source, { start, code, level, message }: Diagnostic): string {
  const { line, column } = new LineIndex(source.text).at(start);
  return `${source.name}:${line}:${column}: ${code} ${level === 'warning' ? 'warning: ' : ''}${message}`;
}
