/** Processes and threads, as they are met in a file. */
import { TrimtabError } from '../../base/problem.js';
import type { Location } from '../../model/definitions.js';
import type { ProfileBuilder } from '../profile/index.js';

/** Threads of a file; more were made to fill the memory. */
const MOST = 1 << 20;

/** A process with its name for people, such as `MPI Rank 3`; those of one number are one. */
export interface ProcessName {
  readonly number: number;
  readonly name: string;
}

interface Met {
  readonly index: number;
  readonly process: ProcessName;
  readonly thread: number;
  readonly name: string;
  readonly type: Location['type'];
}

export class Locations {
  private readonly met: Met[] = [];
  private readonly numbers = new Map<string, number>();

  /**
   * The number of a thread, in the order in which they are met.
   * @param thread number within its process
   */
  of(process: ProcessName, thread: number, name: string, type: Location['type'] = 'cpu-thread'): number {
    const key = `${process.number} ${thread}`;
    const found = this.numbers.get(key);
    if (found !== undefined) return found;
    const index = this.met.length;
    if (index >= MOST)
      throw new TrimtabError(`The profile has more than ${MOST} threads, more than is read of one; is it damaged?`);
    this.numbers.set(key, index);
    this.met.push({ index, process, thread, name, type });
    return index;
  }

  /**
   * Defines them in order of their numbers in the file.
   * @param keeps whether one of them, by the number given before, belongs to the profile
   * @returns their index by the number given before
   */
  define({ system }: ProfileBuilder, keeps: (location: number) => boolean = () => true): Uint32Array {
    const place = new Uint32Array(this.met.length);
    const kept = this.met.filter(({ index }) => keeps(index));
    const order = kept.sort((a, b) => a.process.number - b.process.number || a.thread - b.thread || a.index - b.index);
    // A process with streams of devices alone is a device.
    const withThreads = new Set(kept.flatMap(({ type, process }) => (type === 'cpu-thread' ? [process.number] : [])));
    const processes = new Map<number, number>();
    for (const { index, process, thread, name, type } of order) {
      const kind = withThreads.has(process.number) ? 'process' : 'accelerator';
      const known = processes.get(process.number) ?? system.process(process.name, undefined, kind);
      processes.set(process.number, known);
      place[index] = system.location(name, known, type, String(thread));
    }
    return place;
  }
}
