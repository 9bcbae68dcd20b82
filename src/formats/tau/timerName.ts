/** Contents of TAU's timer names: source locations, parameters, parts of OpenMP constructs, remarks. */

export interface TimerName {
  /** For people. */
  readonly name: string;
  /** The whole of it, without remarks that differ from thread to thread. */
  readonly full: string;
  readonly file?: string;
  /** 1-based; 0 if unknown. */
  readonly begin: number;
  readonly end: number;
  /**
   * Part of a construct that OPARI instrumented; newer versions name the construct and its parts in separate timers.
   */
  readonly opari?: { readonly construct: string; readonly part: string };
  /** Calls after the first 100,000 short ones were not measured. */
  readonly isThrottled: boolean;
  /** Samples below a timer: their time is part of the timer's. */
  readonly isSampling: boolean;
  readonly parameters: readonly (readonly [string, string])[];
}

const ARROW = ' => ';
/** Maximum number of distinguished callers of one path; deeper ones belong to the last of them. */
const DEEPEST = 500;
const THROTTLED = '[THROTTLED]';
const PLACE = /\[\{([^{}]*)\} \{(\d{1,9})(?:,\d{1,9})?\}(?:-\{(\d{1,9})(?:,\d{1,9})?\})?\]/;
const OPARI = /^([a-z ]{1,40}) \(([a-z/ ]{1,40})\) \[OpenMP location: file:(.*) <(\d{1,9}), (\d{1,9})>\]/;
const PARAMETERS = /\[ (<[^<>]*> = <[^<>]*>(?:,? *<[^<>]*> = <[^<>]*>)*) \]\s*$/;
/** A construct as a whole, as OPARI 2 names it. */
const CONSTRUCT = /^([a-z ]{1,40}) \[OpenMP location: file:(.*) <(\d{1,9}), (\d{1,9})>\]/;
/** Before 2013 what is a context now was called INTERMEDIATE. */
const SAMPLING = /^\[(CONTEXT|INTERMEDIATE|SAMPLE|SUMMARY|UNWIND)\]/;

/** The way to a timer, outermost first; one name for those that were measured without callers. */
export function pathOf(timer: string): readonly string[] {
  return timer.includes(ARROW) ? timer.split(ARROW, DEEPEST).map((part) => part.trim()) : [timer.trim()];
}

/** @param text one step of a way */
export function timerName(text: string): TimerName {
  const isThrottled = text.includes(THROTTLED);
  const full = (isThrottled ? text.replace(THROTTLED, '') : text).trim();
  const common = { full, isThrottled, isSampling: SAMPLING.test(full), parameters: parametersOf(full) };
  const opari = OPARI.exec(full);
  if (opari !== null) {
    const [, construct = '', part = '', file, begin, end] = opari;
    const name = `${construct} (${part})`;
    return { ...common, name, ...fileOf(file), begin: Number(begin), end: Number(end), opari: { construct, part } };
  }
  const construct = CONSTRUCT.exec(full);
  if (construct !== null) {
    const [, name = '', file, begin, end] = construct;
    return { ...common, name, ...fileOf(file), begin: Number(begin), end: Number(end) };
  }
  const bare = common.parameters.length === 0 ? full : full.replace(PARAMETERS, '').trim();
  const place = PLACE.exec(bare);
  if (place === null) return { ...common, name: bare, begin: 0, end: 0 };
  const [, file, begin, end = begin] = place;
  // The language follows the name.
  const name = bare
    .slice(0, place.index)
    .trim()
    .replace(/ (C|C\+\+)$/, '');
  return { ...common, name: name === '' ? bare : name, ...fileOf(file), begin: Number(begin), end: Number(end) };
}

const fileOf = (file: string | undefined): { file?: string } => (file === undefined || file === '' ? {} : { file });

function parametersOf(text: string): readonly (readonly [string, string])[] {
  const found = PARAMETERS.exec(text)?.[1];
  if (found === undefined) return [];
  return [...found.matchAll(/<([^<>]*)> = <([^<>]*)>/g)].map(([, name = '', value = '']) => [name, value]);
}

/** The timer that a timer with parameters is a part of. */
export const withoutParameters = (text: string): string => text.replace(PARAMETERS, '').trim();
