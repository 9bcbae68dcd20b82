/** Events of Callgrind's format: their names, titles and units, and those that are derived from others. */
import { plainName } from '../../base/plainText.js';
import type { NewMetric } from '../profile/index.js';
import { TIME } from '../stacks/stackProfile.js';
import { secondsOf } from '../stacks/timeUnits.js';

/** An event of a file. */
export interface CallgrindEvent {
  readonly name: string;
  /** As the file describes it; empty if it does not. */
  readonly title: string;
  /** Factors of other events by name, if it is derived from them. */
  readonly terms: ReadonlyMap<string, number> | undefined;
}

/** A metric of an event, and the factor from the values of the file to its unit. */
export interface EventMetric extends NewMetric {
  readonly scale: number;
}

/** Titles and units of the events of Callgrind and Cachegrind, by their manuals. */
const KNOWN: ReadonlyMap<string, readonly [title: string, unit: string]> = new Map([
  ['Ir', ['Instructions', 'instructions']],
  ['Dr', ['Data reads', 'reads']],
  ['Dw', ['Data writes', 'writes']],
  ['I1mr', ['L1 instruction misses', 'misses']],
  ['D1mr', ['L1 data read misses', 'misses']],
  ['D1mw', ['L1 data write misses', 'misses']],
  ['ILmr', ['Last-level instruction misses', 'misses']],
  ['DLmr', ['Last-level data read misses', 'misses']],
  ['DLmw', ['Last-level data write misses', 'misses']],
  ['I2mr', ['L2 instruction misses', 'misses']],
  ['D2mr', ['L2 data read misses', 'misses']],
  ['D2mw', ['L2 data write misses', 'misses']],
  ['Bc', ['Conditional branches', 'branches']],
  ['Bcm', ['Mispredicted conditional branches', 'mispredictions']],
  ['Bi', ['Indirect branches', 'branches']],
  ['Bim', ['Mispredicted indirect branches', 'mispredictions']],
  ['Ge', ['Global bus events', 'events']],
  ['sysCount', ['System calls', 'calls']],
]);
/** Time in system calls, which is a part of the run. */
const PART_OF_TIME = 'sys';
/** `Time_(10ns)`, `sysTime (elapsed ns)`: the unit in brackets at the end. */
const UNIT_IN_BRACKETS = /\((?:[A-Za-z ]* )?(\d{0,9}) ?([A-Za-zµ]{1,20})\)$/;
const LONGEST_FORMULA = 4096;
const TERM = /^(\d+(?:\.\d+)?)?\s*\*?\s*([A-Za-z_]\w*)$/;

/** The event of a line `event: Name = formula : title`; undefined if it has no name. */
export function describedEvent(text: string): CallgrindEvent | undefined {
  const [, name, formula, title = ''] = /^\s*([^\s=:]+)\s*(?:=([^:]*))?(?::(.*))?$/.exec(text) ?? [];
  if (name === undefined) return undefined;
  return { name, title: title.trim(), terms: formula === undefined ? undefined : termsOf(formula) };
}

/** The factors of a sum such as `Ir + 10 I1mr - 2*Dr`; undefined if it is none. */
function termsOf(formula: string): ReadonlyMap<string, number> | undefined {
  if (formula.length > LONGEST_FORMULA) return undefined;
  const terms = new Map<string, number>();
  let sign = 1;
  for (const piece of formula.split(/([+-])/).map((text) => text.trim())) {
    if (piece === '') continue;
    if (piece === '+' || piece === '-') {
      sign = piece === '+' ? 1 : -1;
      continue;
    }
    const [, factor = '1', name] = TERM.exec(piece) ?? [];
    if (name === undefined) return undefined;
    terms.set(name, (terms.get(name) ?? 0) + sign * Number(factor));
    sign = 1;
  }
  return terms.size === 0 ? undefined : terms;
}

interface Unit {
  readonly name: string;
  readonly scale: number;
}

/** The unit that a name or a title contains. */
function unitIn(text: string): Unit | undefined {
  const [, factor = '', inBrackets] = UNIT_IN_BRACKETS.exec(text) ?? [];
  const word = (inBrackets ?? text).toLowerCase().replace('µ', 'u');
  const scale = factor === '' ? 1 : Number(factor);
  const seconds = secondsOf(word);
  if (seconds !== undefined) return { name: 'seconds', scale: scale * seconds };
  return word === 'bytes' ? { name: 'bytes', scale } : undefined;
}

const unitOf = ({ name, title }: CallgrindEvent): Unit | undefined => unitIn(title) ?? unitIn(name);

/** Whether an event is the time of the run. Instructions and misses never are. */
export const isTime = (event: CallgrindEvent): boolean =>
  unitOf(event)?.name === 'seconds' && !event.name.startsWith(PART_OF_TIME);

/** The metric of an event. Names that Callgrind does not use get a prefix, since they may be those of other metrics. */
export function metricOf(event: CallgrindEvent, ranksByTime: boolean): EventMetric {
  const unit = unitOf(event);
  if (ranksByTime) return { ...TIME, scale: unit?.scale ?? 1 };
  const [title, ofKnown] = KNOWN.get(event.name) ?? [];
  const given = plainName(event.title) || plainName(event.name.replaceAll('_', ' '));
  return {
    name: title === undefined ? `callgrind_${plainName(event.name)}` : event.name,
    title: title === undefined ? given : `${title} (${event.name})`,
    unit: unit?.name ?? ofKnown ?? 'count',
    description: title ?? given,
    scale: unit?.scale ?? 1,
  };
}
