/**
 * What `perf script` prints: for each sample a line of what was sampled, then its stack, innermost first, then a blank
 * line. Fields that were not asked for are left out of the first line; without stacks the function stands in it.
 */
import { Cost, type MemoryBudget } from '../profile/index.js';
import type { Frame } from '../stacks/frame.js';
import { DEEPEST } from '../stacks/stackTree.js';

export interface PerfSample {
  /** Name of the thread, which may have blanks. */
  readonly command: string;
  readonly process: number;
  readonly thread: number;
  /** Seconds, where printed. */
  readonly time?: number;
  /** What the sample stands for, in what the event counts: nanoseconds of clocks. */
  readonly period?: number;
  /** As perf names it, such as `cycles:u`. */
  readonly event: string;
  /** Innermost first. */
  readonly frames: readonly Frame[];
}

/** Characters of the line of a sample; names of threads are short. */
const LONGEST_HEAD = 1000;
const HEAD =
  /^ *(\S.{0,40}?) +(-?\d+)(?:\/(-?\d+))? +(?:\[\d+\] +)?(?:[A-Z]{1,2} +)?(?:(\d+\.\d+): +)?(?:(\d+) +)?(\S+):(?: +(.*))?$/;
const FRAME = /^\s+([0-9a-f]+) (.+)$/;
const SOURCE = /^\s+(\S.*?):(\d+)(?: \(discriminator \d+\))?$/;
/** Where in the function the address lies. */
const OFFSET = /\+0x[0-9a-f]+$/;

/** Whether a line is the first of a sample, with its time, which perf prints where nothing else was asked for. */
export function isHead(line: string): boolean {
  return line.length <= LONGEST_HEAD && HEAD.exec(line)?.[4] !== undefined;
}

/** Goes through the lines that perf printed. */
export class PerfScript {
  /** Lines that are none of what perf prints. */
  strange = 0;
  private readonly known = new Map<string, Frame>();
  private head: Omit<PerfSample, 'frames'> | undefined;
  private frames: Frame[] = [];
  /** The last frame as it was printed, until it is known whether its line follows. */
  private open: string | undefined;

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
    if (line.startsWith('#')) return undefined;
    if (this.head !== undefined && /^\s/.test(line)) {
      const frame = FRAME.exec(line);
      if (frame !== null) {
        this.close();
        this.open = frame[2];
        return undefined;
      }
      const source = SOURCE.exec(line);
      if (source !== null || this.open !== undefined) {
        this.close(source?.[1], Number(source?.[2]));
        return undefined;
      }
    }
    const ended = this.end();
    this.begin(line);
    return ended;
  }

  private begin(line: string): void {
    const match = line.length > LONGEST_HEAD ? null : HEAD.exec(line);
    if (match === null) {
      this.strange++;
      return;
    }
    const [, command = '', first = '', second, time, period, event = '', rest = ''] = match;
    this.head = {
      command,
      process: Number(first),
      thread: Number(second ?? first),
      ...(time === undefined ? {} : { time: Number(time) }),
      ...(period === undefined ? {} : { period: Number(period) }),
      event,
    };
    // Without stacks; what tracepoints print has another form.
    const only = FRAME.exec(` ${rest}`);
    if (only !== null && rest.endsWith(')')) this.open = only[2];
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
    return head === undefined ? undefined : { ...head, frames };
  }
}

/** `name+0x1f (/path/of/module)`, `name (inlined)`, `[unknown] (/path (deleted))`. */
function frameOf(text: string): Frame {
  const deleted = text.endsWith(' (deleted))') ? ' (deleted)' : '';
  const whole = deleted === '' ? text : `${text.slice(0, -' (deleted))'.length)})`;
  const at = whole.endsWith(')') ? whole.lastIndexOf(' (') : -1;
  const symbol = (at < 0 ? whole : whole.slice(0, at)).replace(OFFSET, '');
  const module = at < 0 ? '' : whole.slice(at + 2, -1);
  if (module === '' || module === 'inlined') return { name: symbol };
  const name = symbol === '[unknown]' || symbol === '' ? unknownIn(module) : symbol;
  return { name, module };
}

/** A function without a name is told by its module: `[libc.so.6]`. */
function unknownIn(module: string): string {
  if (module.startsWith('[')) return module === '[unknown]' ? '[unknown]' : module;
  return `[${module.slice(module.lastIndexOf('/') + 1)}]`;
}
