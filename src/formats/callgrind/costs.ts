/** The values of functions, lines and calls of one thread, summed while a file is read. */
import { Cost, type MemoryBudget } from '../profile/index.js';

/** More than the functions and lines that are read of a file. */
const FACTOR = 2 ** 26;

export interface FunctionCosts {
  /** Exclusive values by event. */
  readonly values: number[];
  /** Calls of the function, including those by the function. */
  calls: number;
}

/** Calls of one function by another from one line. */
export interface CallCosts {
  readonly caller: number;
  readonly callee: number;
  /** Number of the line. */
  readonly line: number;
  calls: number;
  /** Inclusive value of the event that ranks the profile. */
  inclusive: number;
}

export class ThreadCosts {
  readonly functions = new Map<number, FunctionCosts>();
  readonly calls = new Map<string, CallCosts>();
  /** Values of the event that ranks the profile. */
  private readonly lines = new Map<number, number>();

  /** @param memory what is kept is charged to it */
  constructor(private readonly memory: MemoryBudget) {}

  of(functionNumber: number): FunctionCosts {
    const found = this.functions.get(functionNumber);
    if (found !== undefined) return found;
    this.memory.take(Cost.entry);
    const costs: FunctionCosts = { values: [], calls: 0 };
    this.functions.set(functionNumber, costs);
    return costs;
  }

  /** Adds an exclusive value of an event. */
  add(costs: FunctionCosts, event: number, value: number): void {
    const { values } = costs;
    while (values.length <= event) {
      this.memory.take(Cost.number);
      values.push(0);
    }
    values[event] = (values[event] ?? 0) + value;
  }

  addLine(functionNumber: number, line: number, value: number): void {
    const key = functionNumber * FACTOR + line;
    const before = this.lines.get(key);
    if (before === undefined) this.memory.take(Cost.sum);
    this.lines.set(key, (before ?? 0) + value);
  }

  addCalls(caller: number, callee: number, line: number, calls: number): CallCosts {
    const key = `${caller} ${callee} ${line}`;
    let found = this.calls.get(key);
    if (found === undefined) {
      this.memory.take(Cost.entry + Cost.sum);
      this.calls.set(key, (found = { caller, callee, line, calls: 0, inclusive: 0 }));
    }
    found.calls += calls;
    this.of(callee).calls += calls;
    return found;
  }

  *linesOf(): Generator<{ readonly functionNumber: number; readonly line: number; readonly value: number }> {
    for (const [key, value] of this.lines)
      yield { functionNumber: Math.floor(key / FACTOR), line: key % FACTOR, value };
  }
}
