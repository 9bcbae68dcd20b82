import { plainLine } from './plainText.js';
import type { Bytes, Fraction, Seconds } from './units.js';

export { plainLine } from './plainText.js';

/** Formats a share: `38.2 %`; a share that rounds to zero is shown as small, not as zero. */
export function percent(share: Fraction): string {
  if (share > 0 && share < 0.0005) return '< 0.1 %';
  return `${(share * 100).toFixed(1)} %`;
}

/** Largest value each unit is used for, and its size in seconds. The bound keeps three digits from rounding up to 1000. */
const units = [
  { below: 0.9995e-6, name: 'ns', size: 1e-9 },
  { below: 0.9995e-3, name: 'µs', size: 1e-6 },
  { below: 0.9995, name: 'ms', size: 1e-3 },
] as const;

/** A duration with three significant digits and the unit that suits it: `8.12 s`, `12.3 ms`. */
export function duration(seconds: Seconds): string {
  const size = Math.abs(seconds);
  if (size === 0) return '0 s';
  if (size >= 999.5) return `${Math.round(seconds)} s`;
  const unit = units.find(({ below }) => size < below);
  return unit === undefined ? `${seconds.toPrecision(3)} s` : `${(seconds / unit.size).toPrecision(3)} ${unit.name}`;
}

/** A value of a metric in its unit, all digits but of times and of less than one: `8.12 s`, `1,024 B`, `17`, `350.5 J`, `0.0142`. */
export function quantity(value: number, unit: string): string {
  if (unit === 'seconds') return duration(value);
  const isSmall = Math.abs(value) < 1 && value !== 0;
  const digits = isSmall
    ? String(Number(value.toPrecision(3)))
    : value.toLocaleString('en', { maximumFractionDigits: 1 });
  if (unit === 'count') return digits;
  return `${digits} ${unit === 'bytes' ? 'B' : plainLine(unit)}`;
}

/** An amount of data with the decimal unit that suits it: `940 B`, `1.2 MB`. */
export function dataSize(count: Bytes): string {
  const names = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = count < 1 ? 0 : Math.min(names.length - 1, Math.floor(Math.log10(count) / 3));
  return power === 0 ? `${count} B` : `${(count / 1000 ** power).toFixed(1)} ${names[power]}`;
}

/**
 * A number as people read it: `12,726`. Whole ones, which nearly all are, need nothing of the system's tables of languages:
 * to load them takes a thread longer than to read 100,000 events.
 */
export function grouped(value: number): string {
  return Number.isSafeInteger(value) ? value.toFixed(0).replace(/\B(?=(\d{3})+$)/g, ',') : value.toLocaleString('en');
}

/** `1 rank`, `4 ranks`, `12,726 events`. @param plural where it is not the noun with an s: `criteria` */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}

/** The first sentence of a text; all of it where it is none. */
export function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
}

/** The last part of a path, whichever system wrote it. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** How sure a finding is, where it is inferred and not proven: `inferred, confidence 80.0 %`. */
export function doubtText(confidence: Fraction): string {
  return `inferred, confidence ${percent(confidence)}`;
}

/**
 * A command as people would type it, for messages only: never run from this text.
 * @param input path of the file that it reads from its standard input
 */
export function commandText(argv: readonly string[], input?: string): string {
  const typed = (word: string): string =>
    /^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
  return [...argv.map(typed), ...(input === undefined ? [] : ['<', typed(input)])].join(' ');
}

/** Ascending whole numbers as a compact list: `1–3, 7`. */
export function compactList(numbers: readonly number[]): string {
  const stretches: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const open = stretches.at(-1);
    if (open !== undefined && number === open.last + 1) open.last = number;
    else stretches.push({ first: number, last: number });
  }
  return stretches.map(({ first, last }) => stretchText(first, last)).join(', ');
}

function stretchText(first: number, last: number): string {
  if (first === last) return `${first}`;
  return last === first + 1 ? `${first}, ${last}` : `${first}–${last}`;
}

/** Lines as the text of a file; each may have its line end already. */
export function linesText(lines: Iterable<string>): string {
  return `${[...lines].map((line) => line.replace(/\r?\n$/, '')).join('\n')}\n`;
}
