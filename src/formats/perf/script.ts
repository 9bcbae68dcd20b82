/**
 * Output of `perf script`: for each sample a line that describes it, then its stack, innermost first, then a blank
 * line. Fields that were not requested are missing in the first line; without stacks it contains the function.
 * Indentation may be missing, since pages and logs remove it.
 */
import { Cost, type MemoryBudget } from '../profile/index.js';
import type { Frame } from '../stacks/frame.js';
import { DEEPEST } from '../stacks/stackTree.js';
import { frameOf } from './frames.js';
import { FUNCTION, headOf, isOtherRecord, type SampleHead } from './head.js';
import { Recording } from './recording.js';

export interface PerfSample extends Omit<SampleHead, 'rest'> {
  /** Innermost first. */
  readonly frames: readonly Frame[];
}

/** Characters of the line of a sample; names of threads are short, those of functions may be long. */
const LONGEST_HEAD = 1 << 16;
/** An address and the function there; the address alone where functions were not asked for. */
const FRAME = /^[ \t]*([0-9a-f]+)(?: (.*))?$/;
/** An indented function whose module was not asked for. */
const PLAIN_FUNCTION = /^\s+[0-9a-f]{3,16} \S/;
const SOURCE = /^\s*(\S.*?):(\d+)(?: \(discriminator \d+\))?$/;
/** A function whose name begins like the numbers and the time of a first line. */
const LIKE_HEAD = /^\d+(\/\d+)? .*:( |$)/;

/** Whether a text begins with a sample: with its time, or followed by a function. */
export function beginsSample([first, second]: readonly string[]): boolean {
  if (first === undefined) return false;
  // Without first lines: stacks, or functions alone.
  if (/^\s/.test(first) && FUNCTION.test(first)) return second === undefined || FUNCTION.test(second);
  const head = first.length > LONGEST_HEAD ? undefined : headOf(first);
  if (head === undefined) return false;
  if (head.process !== undefined && head.time !== undefined && head.event !== '') return true;
  if (head.rest !== '') return FUNCTION.test(head.rest);
  return FUNCTION.test(second ?? '') || (head.process !== undefined && PLAIN_FUNCTION.test(second ?? ''));
}

/** Goes through the lines that perf printed. */
export class PerfScript {
  /** Lines that are none of what perf prints. */
  strange = 0;
  /** The heading, as far as it was read. */
  readonly recording = new Recording();
  private readonly known = new Map<string, Frame>();
  private head: SampleHead | undefined;
  private frames: Frame[] = [];
  /** The last frame as it was printed, until it is known whether its line follows. */
  private open: string | undefined;
  /** Whether that frame was printed in the first line, so that no stack follows. */
  private isSingle = false;
  /** Whether samples have no first lines, as with `-F ip,sym,dso`; undefined until the first line. */
  private isHeadless: boolean | undefined;

  /** @param memory frames are charged to it */
  constructor(private readonly memory: MemoryBudget) {}

  /** The samples of all lines. */
  *samples(lines: Iterable<string>): Generator<PerfSample> {
    for (const line of lines) {
      const sample = this.take(line);
      if (sample !== undefined) yield sample;
    }
    const last = this.end();
    if (last !== undefined) yield last;
  }

  /** @returns the sample that ended before this line, where one did */
  private take(line: string): PerfSample | undefined {
    if (line === '' || line.trim() === '') return this.end();
    if (line.startsWith('#')) {
      this.recording.take(line);
      return undefined;
    }
    this.isHeadless ??= FUNCTION.test(line) && /^\s/.test(line);
    if (this.isHeadless && (this.head === undefined || !line.startsWith('\t'))) return this.beginHeadless(line);
    if (this.head === undefined) return this.begin(line);
    // Most lines are indented functions; others may be a first line.
    const frame = FRAME.exec(line);
    const mayBegin = !/^\s/.test(line) || this.isSingle || LIKE_HEAD.test(frame?.[2] ?? '');
    if (mayBegin && this.isFirst(line)) return this.begin(line);
    if (frame !== null && !this.isSingle) {
      this.close();
      this.open = frame[2] ?? `0x${frame[1] ?? ''}`;
      return undefined;
    }
    const source = SOURCE.exec(line);
    if (this.open !== undefined && (source !== null || /^\s/.test(line))) {
      this.close(source?.[1], Number(source?.[2]));
      return undefined;
    }
    return this.begin(line);
  }

  /** Whether a line below a sample is the first of the next one: a function's name alone is not enough. */
  private isFirst(line: string): boolean {
    if (isOtherRecord(line)) return true;
    const head = line.length > LONGEST_HEAD ? undefined : headOf(line);
    return head !== undefined && (head.event !== '' || head.time !== undefined);
  }

  /** A stack without a first line, or without stacks the function of one sample. */
  private beginHeadless(line: string): PerfSample | undefined {
    const ended = this.end();
    const frame = FRAME.exec(line);
    if (frame === null) this.strange++;
    else {
      this.head = { command: '', event: '', rest: '' };
      this.open = frame[2] ?? `0x${frame[1] ?? ''}`;
    }
    return ended;
  }

  private begin(line: string): PerfSample | undefined {
    const ended = this.end();
    const head = line.length > LONGEST_HEAD ? undefined : headOf(line);
    if (head === undefined) {
      if (!isOtherRecord(line)) this.strange++;
      return ended;
    }
    this.head = head;
    // Without stacks; what tracepoints print has another form.
    const [, , only] = FRAME.exec(head.rest) ?? [];
    if (only !== undefined && (only.endsWith(')') || head.event === '')) {
      this.open = only;
      this.isSingle = true;
    }
    return ended;
  }

  /** The frame that was printed last, with its line where that was printed. */
  private close(file?: string, line?: number): void {
    if (this.open === undefined) return;
    const text = this.open;
    this.open = undefined;
    const key = file === undefined ? text : `${text}\n${file}\n${line}`;
    let frame = this.known.get(key);
    if (frame === undefined) {
      frame = { ...frameOf(text), ...(file === undefined || line === undefined || line === 0 ? {} : { file, line }) };
      this.memory.take(Cost.entry + 4 * key.length);
      this.known.set(key, frame);
    }
    this.frames.push(frame);
    // The outermost ones, which come last, are those that are read of a deep stack.
    if (this.frames.length > 4 * DEEPEST) this.frames.splice(0, 2 * DEEPEST);
  }

  private end(): PerfSample | undefined {
    this.close();
    const { head, frames } = this;
    this.head = undefined;
    this.frames = [];
    this.isSingle = false;
    if (head === undefined) return undefined;
    const { rest: _, ...fields } = head;
    return { ...fields, frames };
  }
}
