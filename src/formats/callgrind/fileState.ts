/** State of a file that its lines set for the following lines. */
import type { ThreadCosts } from './costs.js';
import { Positions } from './positions.js';
import type { Tables } from './tables.js';

/** The callee that the next calls are of. */
interface Callee {
  readonly object: number;
  readonly file: number;
  readonly name: number;
}

/** Calls whose inclusive costs are on the next line; `unreadable` if these are of no known calls. */
type PendingCalls = { readonly caller: number; readonly callee: number; readonly count: number } | 'unreadable';

export class FileState {
  readonly positions = new Positions();
  columns: number[] | undefined;
  /** Of the lines that follow, which may be of code that was inlined from another file. */
  file: number;
  callee: Callee | undefined;
  pending: PendingCalls | undefined;
  private object: number;
  /** The function that costs belong to. */
  current: number | undefined;
  private calledObject: number | undefined;
  private calledFile: number | undefined;
  private process: number;
  private threadNumber = 1;
  private costs: ThreadCosts | undefined;
  /** The header behind the costs of a part: Callgrind writes `totals`, Cachegrind `summary`; other tools have no such rule. */
  private totalsHeader: string | undefined;
  private hasTotals = false;
  /** Of the part so far. */
  private sum = 0;
  /** Parts whose costs do not add up to their totals. */
  different = 0;

  /** @param rank that the file is of, instead of a process */
  constructor(
    private readonly tables: Tables,
    private readonly rank?: number,
  ) {
    this.process = rank ?? 0;
    this.object = tables.objects.number('');
    this.file = tables.files.number('');
  }

  /** Adds an exclusive cost of the first event. */
  count(cost: number): void {
    this.sum += cost;
  }

  /** Whether the totals at the end are missing. */
  get isCut(): boolean {
    return this.totalsHeader !== undefined && this.columns !== undefined && !this.hasTotals;
  }

  header(name: string, text: string): void {
    if (name === 'positions') this.positions.define(text.split(/\s+/));
    else if (name === 'pid') [this.process, this.costs] = [this.rank ?? wholeNumber(text), undefined];
    else if (name === 'thread') [this.threadNumber, this.costs] = [Math.max(1, wholeNumber(text)), undefined];
    else if (name === 'part') [this.threadNumber, this.costs] = [1, undefined];
    else if (name === 'creator') this.totalsHeader = text.startsWith('callgrind') ? 'totals' : undefined;
    else if (name === 'desc' && text.startsWith('I1 cache:')) this.totalsHeader ??= 'summary';
    else if (name === this.totalsHeader) this.checkTotals(text);
  }

  private checkTotals(text: string): void {
    this.hasTotals = true;
    if (Number(text.split(/\s+/)[0]) !== this.sum) this.different++;
    this.sum = 0;
  }

  specification(key: string, value: string): boolean {
    const { objects, files, names } = this.tables;
    switch (key) {
      case 'ob':
        this.object = objects.read(value);
        return true;
      case 'fl':
      case 'fi':
      case 'fe':
        this.file = files.read(value);
        return true;
      case 'fn':
        this.current = this.tables.functionOf(this.object, this.file, names.read(value));
        this.hasTotals = false;
        return true;
      case 'cob':
        this.calledObject = objects.read(value);
        return true;
      case 'cfi':
      case 'cfl':
        this.calledFile = files.read(value);
        return true;
      case 'cfn':
        this.callee = {
          object: this.calledObject ?? this.object,
          file: this.calledFile ?? this.file,
          name: names.read(value),
        };
        [this.calledObject, this.calledFile] = [undefined, undefined];
        return true;
      default:
        return false;
    }
  }

  thread(): ThreadCosts {
    return (this.costs ??= this.tables.thread(this.process, this.threadNumber));
  }
}

const wholeNumber = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);
