/** One of TAU's text files, `profile.<node>.<context>.<thread>`: one metric of one thread. */
import { TrimtabError } from '../../base/problem.js';
import { readMetadata } from './metadata.js';
import type { TauThread, TauTrial } from './trial.js';

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
  let inEvents = false;
  for (let at = text.indexOf('\n') + 1; at < text.length;) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, end);
    at = end + 1;
    if (line.startsWith('#')) readMetadata(line, (key, value) => trial.fact(thread.metadata, key, value));
    else if (/^\d{1,9} userevents/.test(line)) inEvents = true;
    else if (line.startsWith('"')) {
      const isRead = inEvents ? readEvent(line, trial, thread) : readTimer(line, trial, thread, metric);
      if (!isRead) found.wrong++;
      else if (!inEvents) found.timers++;
    } else if (line.trim() !== '' && !/^\d{1,9} aggregates/.test(line)) found.wrong++;
  }
  const announced = Number(header[1]);
  if (found.wrong > 0) trial.warnings.push(`${name} has ${found.wrong} lines that could not be read and are left out.`);
  if (found.timers < announced - found.wrong)
    trial.warnings.push(
      `${name} announces ${announced} timers and has ${found.timers}: it was cut off, and the rest is missing.`,
    );
}

/** `"name" calls subrs excl incl profcalls GROUP="a | b"`; names may hold quotes and `GROUP=` themselves. */
function readTimer(line: string, trial: TauTrial, thread: TauThread, metric: number): boolean {
  const group = line.lastIndexOf(' GROUP="');
  const [head, groups] = group < 0 ? [line, ''] : [line.slice(0, group), line.slice(group + 8)];
  const quote = head.lastIndexOf('"');
  if (quote <= 0) return false;
  const [calls, children, own, whole] = numbersOf(head.slice(quote + 1));
  if (calls === undefined || children === undefined || own === undefined || whole === undefined) return false;
  const timer = trial.timer(head.slice(1, quote), groupsOf(groups.slice(0, Math.max(0, groups.lastIndexOf('"')))));
  trial.add(thread, timer, metric, calls, children, own, whole);
  return true;
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

/** What is not known stays NaN; undefined for what is no number. */
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
