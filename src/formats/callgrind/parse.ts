/**
 * Lines of Callgrind's format, which Cachegrind, Xdebug and converters of other profiles write too. Source: Valgrind's
 * manual, chapter "Callgrind Format Specification".
 */
import type { MemoryBudget } from '../profile/index.js';
import { Damaged } from '../stacks/damage.js';
import type { CallCosts, ThreadCosts } from './costs.js';
import { type CallgrindEvent, describedEvent, isTime } from './events.js';
import { FileState } from './fileState.js';
import { Tables } from './tables.js';

/** Events of a file. */
const MOST_EVENTS = 256;
/** Characters of a line; names of templates are long. */
const LONGEST = 1 << 16;
/** Costs begin with a position: a number, relative to the one before or `*` for the same one. */
const POSITION = /^[\d+\-*]/;
const SPECIFICATION = /^([a-z]+)=(.*)$/;
const HEADER = /^([a-z]+): ?(.*)$/;
/** `calls=12 0x1234 56`: the number of calls and the position of the callee. */
const CALLS = /^(\d+)(?:\s+(.*))?$/;

export class CallgrindReader {
  readonly tables: Tables;
  /** All events of all parts, by the number that costs refer to. */
  readonly events: CallgrindEvent[] = [];
  /** Events that are derived from others. */
  readonly derived = new Map<string, CallgrindEvent>();
  /** Lines that cannot be read. */
  strange = 0;
  /** Files that end before their totals, which Valgrind's tools write last. */
  cut = 0;
  /** Parts whose costs do not add up to their totals. */
  different = 0;
  /** Number of the event that ranks the profile; undefined before the first part. */
  ranking: number | undefined;
  private readonly described = new Map<string, CallgrindEvent>();
  private readonly eventNumbers = new Map<string, number>();
  private state: FileState;

  constructor(memory: MemoryBudget) {
    this.tables = new Tables(memory);
    this.state = new FileState(this.tables);
  }

  /** Reads one file of the run. @param rank that it is of, instead of a process @throws Damaged */
  file(lines: Iterable<string>, rank?: number): void {
    this.tables.forgetNumbers();
    this.state = new FileState(this.tables, rank);
    for (const line of lines) this.read(line);
    if (this.state.isCut) this.cut++;
    this.different += this.state.different;
  }

  private read(line: string): void {
    if (line === '' || line.startsWith('#')) return;
    if (line.length > LONGEST) {
      this.strange++;
      return;
    }
    if (POSITION.test(line)) {
      if (!this.costs(line)) this.strange++;
      return;
    }
    const [, key, value = ''] = SPECIFICATION.exec(line) ?? [];
    if (key !== undefined) {
      if (!this.specification(key, value.trim())) this.strange++;
      return;
    }
    const [, name, text = ''] = HEADER.exec(line) ?? [];
    if (name === undefined) this.strange++;
    else this.header(name, text.trim());
  }

  private header(name: string, text: string): void {
    const { state } = this;
    if (name === 'event') {
      const event = describedEvent(text);
      if (event !== undefined) this.described.set(event.name, event);
      if (event?.terms !== undefined) this.derived.set(event.name, event);
      if (this.described.size > MOST_EVENTS) throw tooManyEvents();
    } else if (name === 'events') this.begin(text.split(/\s+/).filter((event) => event !== ''));
    else state.header(name, text);
  }

  /** Begins the costs of a part, whose events follow. */
  private begin(names: readonly string[]): void {
    if (names.length === 0) throw new Damaged('has an "events:" line without events; write the file again');
    this.state.columns = names.map((name) => this.event(name));
    this.ranking ??= this.state.columns.find((number) => {
      const event = this.events[number];
      return event !== undefined && isTime(event);
    });
    this.ranking ??= this.state.columns[0];
  }

  private event(name: string): number {
    const known = this.eventNumbers.get(name);
    if (known !== undefined) return known;
    if (this.events.length >= MOST_EVENTS) throw tooManyEvents();
    const event = this.described.get(name);
    const number = this.events.push({ name, title: event?.title ?? '', terms: undefined }) - 1;
    this.eventNumbers.set(name, number);
    return number;
  }

  /** @returns whether the line can be read */
  private specification(key: string, value: string): boolean {
    const { state } = this;
    if (key === 'calls') return this.calls(value);
    // Jumps contain no costs; the line behind them has a position only.
    if (/^(jump|jcnd|jfi|jfl|jfn|job)$/.test(key)) return true;
    return state.specification(key, value);
  }

  /** Calls; the line behind them has their inclusive costs. */
  private calls(text: string): boolean {
    const { state } = this;
    const [, count, position = ''] = CALLS.exec(text) ?? [];
    const caller = state.current;
    const { callee } = state;
    state.callee = undefined;
    state.pending = 'unreadable';
    if (count === undefined || callee === undefined || caller === undefined) return false;
    const number = this.tables.functionOf(callee.object, callee.file, callee.name);
    const line = state.positions.target(position.split(/\s+/));
    const called = this.tables.functions[number];
    if (called?.beginLine === 0 && line > 0) called.beginLine = line;
    state.pending = { caller, callee: number, count: Number(count) };
    return true;
  }

  /** @returns whether the line can be read */
  private costs(text: string): boolean {
    const { state, ranking } = this;
    const words = text.split(/\s+/);
    const { positions, columns, pending } = state;
    state.pending = undefined;
    if (columns === undefined || ranking === undefined) throw noEvents();
    const line = positions.move(words);
    if (pending === 'unreadable') return false;
    const from = positions.count;
    const values = words.slice(from, from + columns.length).map(Number);
    if (line === undefined || !values.every(Number.isFinite)) return false;
    const place = this.tables.lineOf(state.file, line);
    const thread = state.thread();
    const column = columns.indexOf(ranking);
    if (pending !== undefined) {
      const call: CallCosts = thread.addCalls(pending.caller, pending.callee, place, pending.count);
      call.inclusive += values[column] ?? 0;
      return true;
    }
    const { current } = state;
    if (current === undefined) return values.length === 0;
    state.count(values[0] ?? 0);
    addCosts(thread, current, values, columns);
    const own = values[column] ?? 0;
    if (own !== 0) thread.addLine(current, place, own);
    return true;
  }
}

function addCosts(thread: ThreadCosts, current: number, values: readonly number[], columns: readonly number[]): void {
  const costs = thread.of(current);
  values.forEach((value, column) => {
    const event = columns[column];
    if (value !== 0 && event !== undefined) thread.add(costs, event, value);
  });
}

const tooManyEvents = (): Damaged => new Damaged(`has more than the ${MOST_EVENTS} events that are read`);

const noEvents = (): Damaged =>
  new Damaged('has costs before the "events:" line that names them; write the file again');
