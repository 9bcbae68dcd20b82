/** Files of Callgrind's format as a profile. */
import { absent } from '../../base/elements.js';
import type { Problem } from '../../base/problem.js';
import { counted } from '../../base/text.js';
import type { Profile } from '../../model/profile.js';
import { shareOut, type Edge } from '../callGraph/callPaths.js';
import type { Frame } from '../stacks/frame.js';
import { type MetricOfSums, StackProfile, TIME, VISITS } from '../stacks/stackProfile.js';
import type { FunctionCosts, ThreadCosts } from './costs.js';
import { type EventMetric, isTime, metricOf } from './events.js';
import { CallgrindReader } from './parse.js';

/** Callgrind counts the levels of recursion in names: `factorial'2` is called by `factorial`. */
const LEVEL = /'\d{1,6}$/;
/** Call paths are inferred from calls between two functions. */
const INFERRED = 0.5;

/** A file of a run. */
interface CallgrindFile {
  readonly lines: Iterable<string>;
  /** The rank that it is of; undefined if the run had one process. */
  readonly rank: number | undefined;
}

/**
 * Reads the files of one run.
 * @returns undefined where no costs are in any
 * @throws Damaged
 */
export function readCallgrind(files: readonly CallgrindFile[]): Profile | undefined {
  const stacks = new StackProfile();
  const reader = new CallgrindReader(stacks.builder.memory);
  for (const { lines, rank } of files) reader.file(lines, rank);
  const threads = reader.tables.threads.filter(({ costs }) => costs.functions.size > 0);
  if (threads.length === 0) return undefined;
  const sums = new CostSums(reader, stacks);
  const processes = new Set(threads.map(({ process }) => process));
  const isOfRanks = files.some(({ rank }) => rank !== undefined);
  for (const { process, thread, costs } of threads) {
    const unranked = processes.size === 1 ? 'Process' : `Process ${process}`;
    const name = isOfRanks ? `MPI Rank ${process}` : unranked;
    const threadName = thread === 1 ? 'Master thread' : `Thread ${thread - 1}`;
    sums.add(costs, stacks.locations.of({ number: process, name }, thread - 1, threadName));
  }
  return sums.profile();
}

interface Vertex extends FunctionCosts {
  readonly index: number;
  readonly self: number;
}

/** Values and calls by call path. */
class CostSums {
  /** By event, and the derived ones behind. */
  private readonly own: readonly number[];
  private readonly visits: number;
  private readonly lines: number;
  private readonly regions = new Map<number, number>();
  private readonly entries: ReadonlyMap<string, number>;
  private hasCalls = false;

  constructor(
    private readonly reader: CallgrindReader,
    private readonly stacks: StackProfile,
  ) {
    this.entries = this.entryLines();
    this.own = reader.events.map(() => stacks.newSums());
    this.visits = stacks.newSums();
    this.lines = stacks.newSums();
  }

  add(costs: ThreadCosts, location: number): void {
    const { stacks } = this;
    const ranking = this.reader.ranking ?? 0;
    const vertices = [...costs.functions].map(([index, { values, calls }]): Vertex => ({
      index,
      values,
      calls,
      self: Math.max(0, values[ranking] ?? 0),
    }));
    const edges = [...costs.calls.values()].map((call): Edge => ({ ...call, ...this.site(call.line) }));
    this.hasCalls ||= edges.length > 0;
    shareOut(vertices, edges, {
      path: (caller, { index }, site) => stacks.builder.calls.callPath(this.region(index), caller, site),
      share: (path, { values, calls }, parts) => {
        values.forEach((value, event) => {
          if (value !== 0) stacks.add(this.own[event] ?? absent(event), path, location, value * parts.value);
        });
        if (calls > 0) stacks.add(this.visits, path, location, calls * parts.calls);
      },
    });
    for (const { functionNumber, line, value } of costs.linesOf()) this.addLine(functionNumber, line, value, location);
  }

  profile(): Profile {
    const { events, derived, ranking = 0 } = this.reader;
    const main = this.metricOfEvent(ranking);
    const others = events.flatMap((_, number) => (number === ranking ? [] : [this.metricOfEvent(number)]));
    const known = new Set(events.map(({ name }) => name));
    const computed = [...derived.values()].filter(({ name }) => !known.has(name));
    const metrics: MetricOfSums[] = [main, ...others, ...computed.flatMap((event) => this.derivedMetric(event))];
    return this.stacks.finish({
      metrics: this.hasCalls ? [...metrics, { ...VISITS, sums: this.visits }] : metrics,
      sampled: [{ sums: this.lines, scale: main.scale ?? 1 }],
      ...(main.name === TIME.name ? {} : { rankedBy: main.name }),
      problems: [
        ...this.inferred(main.title ?? main.name),
        ...strangeLines(this.reader.strange),
        ...incomplete(this.reader),
      ],
    });
  }

  private metricOfEvent(number: number): MetricOfSums {
    const event = this.reader.events[number] ?? absent(number);
    const metric: EventMetric = metricOf(event, number === this.reader.ranking && isTime(event));
    return { ...metric, sums: this.own[number] ?? absent(number), ...this.confidence() };
  }

  /** A weighted sum of measured events; nothing if the file has not all of them. */
  private derivedMetric(event: Parameters<typeof metricOf>[0]): MetricOfSums[] {
    const { stacks, reader } = this;
    const terms = [...(event.terms ?? [])].map(([name, factor]) => ({
      sums: this.own[reader.events.findIndex((known) => known.name === name)],
      factor,
    }));
    const sums = stacks.newSums();
    for (const { sums: of, factor } of terms) {
      if (of === undefined) return [];
      for (const { node, location, value } of stacks.values(of)) stacks.add(sums, node, location, value * factor);
    }
    return [{ ...metricOf(event, false), sums, ...this.confidence() }];
  }

  private confidence(): { confidence?: number } {
    return this.hasCalls ? { confidence: INFERRED } : {};
  }

  /** Costs of lines are counted and not sampled. */
  private addLine(functionNumber: number, line: number, value: number, location: number): void {
    const { stacks, reader } = this;
    const { file, line: number } = reader.tables.lines[line] ?? absent(line);
    const context = stacks.tree.context(this.region(functionNumber), reader.tables.files.known(file), number);
    stacks.countExactly(this.lines, context, value, location);
  }

  private region(functionNumber: number): number {
    const found = this.regions.get(functionNumber);
    if (found !== undefined) return found;
    const { tables } = this.reader;
    const { object, file, name } = tables.functions[functionNumber] ?? absent(functionNumber);
    const frame: Frame = {
      name: this.plainName(name),
      file: tables.files.known(file) ?? '',
      beginLine: this.entries.get(this.placeOf(functionNumber)) ?? 0,
      module: tables.objects.known(object) ?? '',
    };
    const region = this.stacks.tree.region(frame);
    this.regions.set(functionNumber, region);
    return region;
  }

  /** The first lines of functions, which only calls of them contain. */
  private entryLines(): Map<string, number> {
    const entries = new Map<string, number>();
    this.reader.tables.functions.forEach(({ beginLine }, number) => {
      if (beginLine > 0) entries.set(this.placeOf(number), beginLine);
    });
    return entries;
  }

  /** The same for all levels of a recursive function. */
  private placeOf(functionNumber: number): string {
    const { object, file, name } = this.reader.tables.functions[functionNumber] ?? absent(functionNumber);
    return `${object} ${file} ${this.plainName(name)}`;
  }

  private plainName(name: number): string {
    return this.reader.tables.names.name(name).replace(LEVEL, '') || '???';
  }

  private site(number: number): Pick<Edge, 'site'> {
    const { tables } = this.reader;
    const { file, line } = tables.lines[number] ?? absent(number);
    const name = tables.files.known(file);
    return name === undefined || line === 0 ? {} : { site: { file: name, line } };
  }

  private inferred(title: string): Problem[] {
    if (!this.hasCalls) return [];
    const message = `The file contains calls between two functions, and no longer call paths. Functions and their direct callers are measured. Longer call paths are inferred: ${title} of a function is shared out among its callers by the inclusive values of their calls (confidence 50 %).`;
    return [{ level: 'information', message }];
  }
}

function strangeLines(count: number): Problem[] {
  if (count === 0) return [];
  const message = `${counted(count, 'line')} of the file cannot be read and ${count === 1 ? 'was' : 'were'} ignored: the file is damaged. Copy it again.`;
  return [{ level: 'warning', message }];
}

function incomplete({ cut, different }: CallgrindReader): Problem[] {
  const messages = [
    ...(cut === 0
      ? []
      : [
          `${counted(cut, 'file')} ${cut === 1 ? 'ends' : 'end'} before the totals: truncated, or the program was killed. Values are incomplete. Copy the file again, or measure again.`,
        ]),
    ...(different === 0
      ? []
      : [
          `The costs of ${counted(different, 'part')} do not add up to the totals in the file: it is damaged. Copy it again, or measure again.`,
        ]),
  ];
  return messages.map((message) => ({ level: 'warning', message }));
}
