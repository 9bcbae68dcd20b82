/** One of TAU's text files, `profile.<node>.<context>.<thread>`: one metric of one thread. */
import { TrimtabError } from '../../base/problem.js';
import { readMetadata } from './metadata.js';
import { PlainNumbers } from './plainNumbers.js';
import type { TauThread, TauTrial } from './trial.js';

const QUOTE = 0x22;
const GROUP = ' GROUP="';
const HEADER = /^(\d{1,9}) templated_functions(?:_MULTI_(.{1,1000}))?\s*$/;

/** Whether a file begins as one. */
export function isTextProfile(head: string): boolean {
  const end = head.indexOf('\n');
  return end > 0 && HEADER.test(head.slice(0, end));
}

/**
 * Reads a file into the trial.
 * @param name what to call it in messages
 * @throws TrimtabError when it does not begin as one
 */
export function readTextProfile(text: string, name: string, trial: TauTrial, thread: TauThread): void {
  const header = HEADER.exec(text.slice(0, Math.max(0, text.indexOf('\n'))));
  if (header === null)
    throw new TrimtabError(
      `${name} does not begin with "N templated_functions": it is no text profile of TAU, or cut off.`,
    );
  const metric = trial.metric(header[2]?.trim() ?? 'TIME');
  const found = { timers: 0, wrong: 0 };
  const timers = new TimerLines(text, trial, thread, metric);
  let inEvents = false;
  for (let at = text.indexOf('\n') + 1; at < text.length;) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const begin = at;
    at = end + 1;
    if (!inEvents && text.charCodeAt(begin) === QUOTE) {
      if (timers.read(begin, end)) found.timers++;
      else found.wrong++;
      continue;
    }
    const line = text.slice(begin, end);
    if (line.startsWith('#')) readMetadata(line, (key, value) => trial.fact(thread.metadata, key, value));
    else if (/^\d{1,9} userevents/.test(line)) inEvents = true;
    else if (line.startsWith('"')) {
      if (!readEvent(line, trial, thread)) found.wrong++;
    } else if (line.trim() !== '' && !/^\d{1,9} aggregates/.test(line)) found.wrong++;
  }
  const announced = Number(header[1]);
  if (found.wrong > 0) trial.warnings.push(`${name} has ${found.wrong} lines that could not be read and are ignored.`);
  if (found.timers < announced - found.wrong)
    trial.warnings.push(
      `${name} announces ${announced} timers and has ${found.timers}: it was cut off, and the rest is missing.`,
    );
}

/** The lines of timers: `"name" calls subrs excl incl profcalls GROUP="a | b"`; names may hold quotes and `GROUP=` themselves. */
class TimerLines {
  private readonly numbers: PlainNumbers;
  /** The timer of the line before. */
  private last = -1;

  constructor(
    private readonly text: string,
    private readonly trial: TauTrial,
    private readonly thread: TauThread,
    private readonly metric: number,
  ) {
    this.numbers = new PlainNumbers(text);
  }

  /** @returns whether a line is one of a timer */
  read(begin: number, end: number): boolean {
    const expected = this.trial.after(this.last);
    return (expected !== undefined && this.readExpected(expected, begin, end)) || this.readAny(begin, end);
  }

  /** Files of other threads and metrics mostly name the same timers in the same order. */
  private readExpected(timer: number, begin: number, end: number): boolean {
    const { text, trial, numbers } = this;
    const name = trial.nameOf(timer);
    const quote = begin + 1 + name.length;
    if (!text.startsWith(name, begin + 1) || text.charCodeAt(quote) !== QUOTE) return false;
    if (!numbers.read(quote + 1, 5)) return false;
    // Behind the numbers, and nowhere later: else they are a part of the name.
    if (!text.startsWith(GROUP, numbers.end) || text.lastIndexOf(GROUP, end - 1) !== numbers.end) return false;
    this.add(timer);
    return true;
  }

  private readAny(begin: number, end: number): boolean {
    const { text, trial, numbers } = this;
    const line = text.slice(begin, end);
    const group = line.lastIndexOf(GROUP);
    const [head, groups] = group < 0 ? [line, ''] : [line.slice(0, group), line.slice(group + GROUP.length)];
    const quote = head.lastIndexOf('"');
    if (quote <= 0) return false;
    const name = head.slice(1, quote);
    const told = (): readonly string[] => groupsOf(groups.slice(0, Math.max(0, groups.lastIndexOf('"'))));
    if (numbers.read(begin + quote + 1, 5) && numbers.end === begin + head.length) {
      this.add(trial.knownTimer(name) ?? trial.timer(name, told()));
      return true;
    }
    const [calls, children, own, whole] = numbersOf(head.slice(quote + 1));
    if (calls === undefined || children === undefined || own === undefined || whole === undefined) return false;
    this.put(trial.knownTimer(name) ?? trial.timer(name, told()), calls, children, own, whole);
    return true;
  }

  private add(timer: number): void {
    const [calls = 0, children = 0, own = 0, whole = 0] = this.numbers.values;
    this.put(timer, calls, children, own, whole);
  }

  private put(timer: number, calls: number, children: number, own: number, whole: number): void {
    const { trial, thread, metric } = this;
    trial.follow(this.last, timer);
    this.last = timer;
    trial.add(thread, timer, metric, calls, children, own, whole);
  }
}

/** `"name" n max min mean sumsqr`. */
function readEvent(line: string, trial: TauTrial, thread: TauThread): boolean {
  const quote = line.lastIndexOf('"');
  if (quote <= 0) return false;
  const [count, max, min, mean, sumOfSquares] = numbersOf(line.slice(quote + 1));
  if (count === undefined || max === undefined || min === undefined || mean === undefined || sumOfSquares === undefined)
    return false;
  trial.addEvent(thread, trial.event(line.slice(1, quote)), { count, max, min, mean, sumOfSquares });
  return true;
}

const NUMBER = /^[+-]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40}|nan|inf)(e[+-]?\d{1,4})?$/i;

/** Returns numbers; unknown values are NaN, invalid ones undefined. */
function numbersOf(text: string): (number | undefined)[] {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => (NUMBER.test(word) ? Number(word) : undefined));
}

/** TAU writes `a | b` and `a|b`. */
export function groupsOf(text: string): readonly string[] {
  return text
    .split('|')
    .map((group) => group.trim())
    .filter((group) => group !== '');
}
