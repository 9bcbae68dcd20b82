/** Which processes belong to the measured program: recordings of the whole system contain all others too. */
import { Cost, type MemoryBudget } from '../profile/index.js';
import { programOf } from './frames.js';
import type { PerfSample } from './script.js';

/** Names and program files that are kept of one process; more were made to fill the memory. */
const MOST_NAMES = 16;
/** The kernel keeps so many characters of a name. */
const LONGEST_NAME = 15;
/** A program that the command names has at least this part of what the largest one has. */
const LEAST_OF_CALLED = 0.1;

interface Seen {
  /** Samples by name of the thread, those of the main thread first. */
  readonly main: Map<string, number>;
  readonly all: Map<string, number>;
  /** Samples by program file. */
  readonly files: Map<string, number>;
}

/** A program other than the measured one. */
export interface OtherProgram {
  readonly name: string;
  /** In the metric that ranks the profile. */
  readonly amount: number;
}

export class Programs {
  private readonly seen = new Map<number, Seen>();

  /** @param memory processes are charged to it */
  constructor(private readonly memory: MemoryBudget) {}

  /** @param process number of the process */
  add(process: number, { command, thread, frames }: PerfSample): void {
    let seen = this.seen.get(process);
    if (seen === undefined) {
      this.memory.take(4 * Cost.entry);
      this.seen.set(process, (seen = { main: new Map(), all: new Map(), files: new Map() }));
    }
    count(seen.all, command);
    if (thread === undefined || thread === process) count(seen.main, command);
    // The outermost function of the program itself; those around it are of the C library.
    for (let i = frames.length - 1; i >= 0; i--) {
      const frame = frames[i];
      const file = frame === undefined ? undefined : programOf(frame);
      if (file === undefined) continue;
      count(seen.files, file);
      break;
    }
  }

  /**
   * Divides the processes: the measured program has the largest amount, unless the recorded command names another one
   * with a large share. Processes with its name or its program file belong to it, and therefore threads with other
   * names too.
   * @param amounts by number of the process, in the metric that ranks the profile
   * @param command the recorded one with its arguments
   */
  divided(
    amounts: ReadonlyMap<number, number>,
    command: readonly string[] = [],
  ): { kept: ReadonlySet<number>; others: readonly OtherProgram[] } {
    const sums = new Map<string, number>();
    for (const [process, amount] of amounts) {
      const name = this.nameOf(process);
      sums.set(name, (sums.get(name) ?? 0) + amount);
    }
    const measured = measuredOf(sums, command);
    const files = new Set<string>();
    for (const process of amounts.keys()) {
      const file = this.nameOf(process) === measured ? mostOf(this.seen.get(process)?.files ?? new Map()) : undefined;
      if (file !== undefined) files.add(file);
    }
    const kept = new Set<number>();
    const others = new Map<string, number>();
    for (const [process, amount] of amounts) {
      const name = this.nameOf(process);
      const file = mostOf(this.seen.get(process)?.files ?? new Map());
      if (name === measured || (file !== undefined && files.has(file))) kept.add(process);
      else others.set(name, (others.get(name) ?? 0) + amount);
    }
    return {
      kept,
      others: [...others].map(([name, amount]) => ({ name, amount })).sort((a, b) => b.amount - a.amount),
    };
  }

  /** The name of a process: mostly that of its main thread. */
  nameOf(process: number): string {
    const seen = this.seen.get(process);
    return seen === undefined ? '' : (mostOf(seen.main) ?? mostOf(seen.all) ?? '');
  }
}

/** The program with most, and before it one that was called by name: launchers and `sleep` have next to nothing. */
function measuredOf(sums: ReadonlyMap<string, number>, command: readonly string[]): string {
  const first = mostOf(sums) ?? '';
  const least = LEAST_OF_CALLED * (sums.get(first) ?? 0);
  const called = new Set(command.map((word) => word.slice(word.lastIndexOf('/') + 1).slice(0, LONGEST_NAME)));
  return mostOf(new Map([...sums].filter(([name, sum]) => called.has(name) && sum >= least))) ?? first;
}

function count(counts: Map<string, number>, name: string): void {
  const before = counts.get(name);
  if (before !== undefined || counts.size < MOST_NAMES) counts.set(name, (before ?? 0) + 1);
}

/** The name with the largest amount; of equal ones the first. */
function mostOf(amounts: ReadonlyMap<string, number>): string | undefined {
  let most: readonly [string, number] | undefined;
  for (const one of amounts) if (most === undefined || one[1] > most[1]) most = one;
  return most?.[0];
}
