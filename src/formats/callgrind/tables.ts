/** Functions, lines and threads of files, which their costs refer to by number. */
import { absent } from '../../base/elements.js';
import { Cost, type MemoryBudget } from '../profile/index.js';
import { Damaged } from '../stacks/damage.js';
import { ThreadCosts } from './costs.js';
import { Names } from './names.js';

/** Functions, and lines, that are read; more were made to fill the memory. */
const MOST = 1 << 24;
/** Threads of a file. */
const MOST_THREADS = 1 << 16;

export interface CallgrindFunction {
  readonly object: number;
  readonly file: number;
  readonly name: number;
  /** First line, where it is called; 0 if that is not known. */
  beginLine: number;
}

export interface CallgrindLine {
  readonly file: number;
  readonly line: number;
}

export interface CallgrindThread {
  readonly process: number;
  /** As the file counts them, from 1. */
  readonly thread: number;
  readonly costs: ThreadCosts;
}

export class Tables {
  readonly objects: Names;
  readonly files: Names;
  readonly names: Names;
  readonly functions: CallgrindFunction[] = [];
  readonly lines: CallgrindLine[] = [];
  readonly threads: CallgrindThread[] = [];
  private readonly functionNumbers = new Map<string, number>();
  private readonly lineNumbers = new Map<string, number>();
  private readonly threadNumbers = new Map<string, number>();

  constructor(private readonly memory: MemoryBudget) {
    [this.objects, this.files, this.names] = [new Names(memory), new Names(memory), new Names(memory)];
  }

  /** The same tables for another file, in which numbers of names have other meanings. */
  forgetNumbers(): void {
    for (const names of [this.objects, this.files, this.names]) names.forgetNumbers();
  }

  functionOf(object: number, file: number, name: number): number {
    return this.numberIn(this.functionNumbers, `${object} ${file} ${name}`, this.functions, 'functions', () => ({
      object,
      file,
      name,
      beginLine: 0,
    }));
  }

  lineOf(file: number, line: number): number {
    return this.numberIn(this.lineNumbers, `${file} ${line}`, this.lines, 'lines', () => ({ file, line }));
  }

  thread(process: number, thread: number): ThreadCosts {
    const number = this.threadNumbers.get(`${process} ${thread}`);
    if (number !== undefined) return (this.threads[number] ?? absent(number)).costs;
    if (this.threads.length >= MOST_THREADS)
      throw new Damaged(`has more than the ${MOST_THREADS} threads that are read`);
    const costs = new ThreadCosts(this.memory);
    this.threadNumbers.set(`${process} ${thread}`, this.threads.push({ process, thread, costs }) - 1);
    return costs;
  }

  private numberIn<T>(numbers: Map<string, number>, key: string, list: T[], what: string, make: () => T): number {
    const found = numbers.get(key);
    if (found !== undefined) return found;
    if (list.length >= MOST) throw new Damaged(`has more than the ${MOST} ${what} that are read`);
    this.memory.take(2 * Cost.entry);
    const number = list.push(make()) - 1;
    numbers.set(key, number);
    return number;
  }
}
