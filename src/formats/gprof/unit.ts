/** Units of gprof's numbers: histograms may count seconds, cycles or anything else, and headings name it. */
import { secondsOf } from '../stacks/timeUnits.js';

export interface GprofUnit {
  /** `seconds`, or another unit such as `cycles`. */
  readonly name: string;
  /** Factor from numbers of the file to this unit. */
  readonly scale: number;
}

export const SECONDS: GprofUnit = { name: 'seconds', scale: 1 };

/** Prefixes of units, as toolchains for embedded processors write them in brackets. */
const PREFIXES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, g: 1e9 };
/** Longer names are none of units. */
const LONGEST = 32;

/** Sentences that name the unit in full. */
const SENTENCES = [
  /^Each sample counts as [\d.e+-]+ ([A-Za-z]+)/,
  /^n?granularity: each sample hit covers .* of [\d.]+ ([A-Za-z]+)/i,
  /^n?granularity: each sample hit covers .* Time: [\d.]+ ([A-Za-z]+)/i,
];

/** The unit that a line names in a sentence. */
export function unitInSentence(line: string): GprofUnit | undefined {
  for (const sentence of SENTENCES) {
    const [, word] = sentence.exec(line) ?? [];
    if (word !== undefined) return unitOf(word, 1);
  }
  return undefined;
}

/** Returns the unit in the heading of a flat profile: it precedes the calls; a prefix may follow in brackets below. */
export function unitInHeading(lines: readonly string[]): GprofUnit | undefined {
  const words = lines.map((line) => line.trim().split(/\s+/));
  const named = words.find((line) => line.includes('calls'));
  const unit = named?.[named.indexOf('calls') - 1];
  if (unit === undefined || !/^[A-Za-z]+$/.test(unit)) return undefined;
  const [, prefix = ''] = /^\s*\(([kmg])\)/i.exec(lines.find((line) => /^\s*\([kmg]\)/i.test(line)) ?? '') ?? [];
  return unitOf(unit, PREFIXES[prefix.toLowerCase()] ?? 1);
}

function unitOf(word: string, scale: number): GprofUnit | undefined {
  if (word.length > LONGEST) return undefined;
  const seconds = secondsOf(word.toLowerCase());
  return seconds === undefined ? { name: word.toLowerCase(), scale } : { name: SECONDS.name, scale: scale * seconds };
}
