/**
 * The first line of a sample, as `perf script` of versions 2.6 to 6.x prints it. Its fields have a fixed order, and each
 * may be missing, since `-F` selects them: command, process and thread, CPU, time, period, event, and without stacks the
 * function.
 */

/** The fields of a first line. */
export interface SampleHead {
  /** Name of the thread, which may have blanks; empty where it was not printed. */
  readonly command: string;
  /** The number of the process; of the thread where only that was printed; undefined without both. */
  readonly process?: number;
  readonly thread?: number;
  readonly cpu?: number;
  /** Seconds, where printed. */
  readonly time?: number;
  /** The amount per sample, in the unit of the event: nanoseconds of clocks. */
  readonly period?: number;
  /** As perf names it, such as `cycles:u`; empty where it was not printed. */
  readonly event: string;
  /** The rest of the line: the function where no stacks were recorded, or the fields of a tracepoint. */
  readonly rest: string;
}

/** Words before the event; names of threads have at most 15 characters. */
const MOST_WORDS = 24;
const LONGEST_COMMAND = 64;
/** perf pads periods to so many characters. */
const PERIOD_WIDTH = 10;

const CPU = /^\[(\d{1,6})\]$/;
const TIME = /^(\d{1,12}\.\d{1,9}):$/;
const NUMBER = /^\d{1,15}$/;
/** Numbers of process and thread, or of one of them. */
const IDS = /^(-?\d{1,10})(?:\/(-?\d{1,10}))?$/;
/** The mode of the processor (`-F +misc`). */
const MODE = /^[A-Z]{1,2}$/;
const EVENT = /^\S{2,200}:$/;
/** An address, the function there and its module. */
export const FUNCTION = /^\s*[0-9a-f]{3,16} \S.* \(\S.*\)$/;

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the first line of a sample.
 * @returns undefined for every other line
 */
export function headOf(line: string): SampleHead | undefined {
  const words = wordsOf(line);
  const at = words.findIndex(({ text }) => CPU.test(text) || TIME.test(text) || EVENT.test(text));
  const anchor = words[at];
  if (anchor === undefined) return undefined;
  const isEvent = !CPU.test(anchor.text) && !TIME.test(anchor.text);
  const before = words.slice(0, at);
  const own = isEvent ? periodIn(before) : undefined;
  const who = ownerOf(own === undefined ? before : before.slice(0, -1), line);
  if (who === undefined) return undefined;
  const fields = fieldsFrom(words, at, line);
  if (fields === undefined) return undefined;
  const head = { ...who, ...fields, ...(own === undefined ? {} : { period: own }) };
  return isHead(head) ? head : undefined;
}

/** If less than a thread and a time or an event was printed, the rest is a function, or nothing. */
function isHead({ process, time, event, rest }: SampleHead): boolean {
  if (event.startsWith('PERF_RECORD_')) return false;
  if (time === undefined && event === '') return false;
  if (event !== '' && (process !== undefined || time !== undefined)) return true;
  return rest === '' || FUNCTION.test(rest);
}

/** Words up to the event. */
function wordsOf(line: string): Word[] {
  const words: Word[] = [];
  const pattern = /[^ \t]+/g;
  while (words.length < MOST_WORDS) {
    const match = pattern.exec(line);
    if (match === null) break;
    const [text] = match;
    words.push({ text, start: match.index, end: match.index + text.length });
    if (EVENT.test(text) && !TIME.test(text)) break;
  }
  return words;
}

/** The period before an event without CPU and time; a number that is not padded is that of the thread. */
function periodIn(before: readonly Word[]): number | undefined {
  const [previous, last] = [before.at(-2), before.at(-1)];
  if (last === undefined || !NUMBER.test(last.text)) return undefined;
  const isPadded = last.end - (previous === undefined ? 0 : previous.end + 1) >= PERIOD_WIDTH;
  return isPadded || previous?.text.includes('/') === true ? Number(last.text) : undefined;
}

/** The command, of which a thread's name may have several words, and the numbers behind it. */
function ownerOf(words: readonly Word[], line: string): Pick<SampleHead, 'command' | 'process' | 'thread'> | undefined {
  const [, process, thread] = IDS.exec(words.at(-1)?.text ?? '') ?? [];
  const names = process === undefined ? words : words.slice(0, -1);
  const [first, last] = [names.at(0), names.at(-1)];
  const command = first === undefined || last === undefined ? '' : line.slice(first.start, last.end);
  if (command.length > LONGEST_COMMAND) return undefined;
  if (process === undefined) return { command };
  return { command, process: Number(process), thread: Number(thread ?? process) };
}

/** The fields from the CPU, the time or the event on. */
function fieldsFrom(
  words: readonly Word[],
  from: number,
  line: string,
): Omit<SampleHead, 'command' | 'process' | 'thread'> | undefined {
  let at = from;
  const word = (): string => words[at]?.text ?? '';
  const [, cpu] = CPU.exec(word()) ?? [];
  if (cpu !== undefined) at++;
  if (MODE.test(word())) at++;
  const [, time] = TIME.exec(word()) ?? [];
  if (time !== undefined) at++;
  const next = words[at + 1];
  const hasPeriod = NUMBER.test(word()) && (next === undefined || EVENT.test(next.text));
  const period = hasPeriod ? Number(word()) : undefined;
  if (hasPeriod) at++;
  const isEvent = EVENT.test(word());
  const last = words[isEvent ? at : at - 1];
  return {
    ...(cpu === undefined ? {} : { cpu: Number(cpu) }),
    ...(time === undefined ? {} : { time: Number(time) }),
    ...(period === undefined ? {} : { period }),
    event: isEvent ? word().slice(0, -1) : '',
    rest: line.slice(last?.end ?? 0).trim(),
  };
}

/** Whether a line is of another record than a sample, as `--show-task-events` and similar options print them. */
export function isOtherRecord(line: string): boolean {
  return line.includes(' PERF_RECORD_');
}
