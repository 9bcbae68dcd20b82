/** Reports of ompP as a profile: one of a process, or one of each rank. */
import { absent, elementAt } from '../../base/elements.js';
import { counted, plainLine } from '../../base/text.js';
import { COUNTER_DESCRIPTION } from '../../model/counters.js';
import type { ThreadColumn } from '../../model/parallelRegions.js';
import type { Profile } from '../../model/profile.js';
import { ProfileBuilder } from '../profile/index.js';
import { counterColumn, kindOf, repeatedCounters, threadColumn } from './columns.js';
import { OmppRegions } from './regions.js';
import type { OmppReport, OmppTable } from './report.js';

const TIME = 'time';
const VISITS = 'visits';

/**
 * Returns the profile of reports. Times are those of the call graph, on which ompP's overheads are based; its flat
 * profile is measured separately and differs. Without a call graph, only the flat profile is available: inclusive
 * times.
 */
export function toProfile(all: readonly OmppOfRank[]): Profile {
  const reports = all.map(({ report }) => report);
  const hasTree = reports.some(({ callGraph }) => callGraph.length > 0);
  const builder = new ProfileBuilder(hasTree ? 'tree' : 'flat');
  builder.metric({ name: TIME, title: 'Time', unit: 'seconds', semantic: 'time', description: 'Wall-clock time' });
  builder.metric({ name: VISITS, title: 'Visits', semantic: 'visits', description: 'Executions of the construct' });
  const general = reports[0]?.general ?? new Map<string, string>();
  builder.properties.set('creator', `ompP ${general.get('ompP Version') ?? ''}`.trim());
  for (const [name, value] of general) builder.properties.set(name, value);
  const repeated = repeatedCounters(reports.flatMap(({ flat, callGraph }) => [...flat, ...callGraph]));
  for (const [name, first] of repeated)
    builder.warn(
      `${plainLine(name)} repeats ${plainLine(first)} number by number, a defect of ompP, and is ignored; count it alone in another run.`,
    );
  for (const name of repeated.keys()) builder.lose(name);
  for (const { report, rank } of all) {
    const { wrong } = report;
    const whose = rank === undefined ? 'the report' : `the report of rank ${rank}`;
    if (wrong.length > 0)
      builder.warn(
        `${counted(wrong.length, 'line')} of ${whose} could not be read and ${wrong.length === 1 ? 'is' : 'are'} ignored, the first is line ${wrong[0]}.`,
      );
  }
  const [first] = all;
  if (first === undefined) return builder.build();
  // Each process numbers constructs by when it comes to them.
  const regions = new OmppRegions(builder.calls, programOf(first.report), all.length === 1);
  for (const one of all) new Writer(builder, regions, one, repeated, hasTree).write();
  return builder.build();
}

interface OmppOfRank {
  readonly report: OmppReport;
  /** Undefined where the run had one process. */
  readonly rank: number | undefined;
}

const programOf = ({ program, general }: OmppReport): string =>
  program?.name ?? general.get('Application Name') ?? 'program';

/** Puts the tables of a process into the builder. */
class Writer {
  /** Location of each thread that ompP numbers. */
  private readonly locations = new Map<number, number>();
  private readonly report: OmppReport;

  /** @param hasTree whether times by call path exist, to which those of the flat profile must not be added */
  constructor(
    private readonly builder: ProfileBuilder,
    private readonly regions: OmppRegions,
    { report, rank }: OmppOfRank,
    private readonly repeated: ReadonlyMap<string, string>,
    private readonly hasTree: boolean,
  ) {
    this.report = report;
    const process = builder.system.process(rank === undefined ? programOf(report) : `MPI Rank ${rank}`);
    const tables = [...report.flat, ...report.callGraph];
    const numbers = new Set([0, ...tables.flatMap(({ rows }) => rows.map(({ thread }) => thread))]);
    for (const number of [...numbers].sort((a, b) => a - b))
      this.locations.set(number, builder.system.thread(process, number));
  }

  write(): void {
    const { program, flat, callGraph } = this.report;
    if (callGraph.length > 0) {
      this.builder.exclusive(VISITS, this.regions.root(), this.at(0), 1);
      if (program !== undefined) this.builder.exclusive(TIME, this.regions.root(), this.at(0), program.exclusive);
    }
    for (const table of callGraph) {
      const path = this.regions.pathOf(table.callers, table.region);
      this.addParallel(table, path);
      table.rows.forEach(({ thread }, row) => this.addExclusive(table, path, this.at(thread), row));
    }
    for (const table of flat) {
      this.addParallel(table, undefined);
      if (!this.hasTree) this.addInclusive(table);
    }
  }

  private at(thread: number): number {
    return this.locations.get(thread) ?? absent(thread);
  }

  /** Adds the values of a thread at the parts of a construct. */
  private addExclusive(table: OmppTable, path: number, location: number, row: number): void {
    const { builder, regions } = this;
    const { region } = table;
    const one = (name: string): number | undefined => table.rows[row]?.values[table.columns.indexOf(name)];
    const time = (name: string): number => one(name) ?? 0;
    // Waiting to enter a critical section and leaving it again are its own time, as Fürlinger's contention has it.
    const waiting = time('enterT') + time('exitT');
    const barrier = time('exitBarT');
    const management = time('startupT') + time('shutdwnT') + time('shutdownT');
    const ownColumn = table.columns.find((name) => name.endsWith('T/E'));
    const rest = (one('execT') ?? time('execT/I')) - waiting - barrier - management;
    const body = ownColumn === undefined ? Math.max(0, rest) : time(ownColumn);
    const tasks = ownColumn === undefined ? 0 : tasksOf(time('taskT'), rest - (one('bodyT/I') ?? body));
    builder.exclusive(VISITS, path, location, time('execC'));
    builder.exclusive(TIME, path, location, waiting);
    builder.exclusive(TIME, regions.body(path, region), location, body + tasks);
    if (barrier !== 0) builder.exclusive(TIME, regions.exitBarrier(path, region), location, barrier);
    if (management !== 0) builder.exclusive(TIME, regions.management(path, region), location, management);
    table.columns.forEach((name, at) => {
      const counter = counterColumn(name);
      if (counter?.own !== true || this.repeated.has(counter.counter)) return;
      builder.exclusive(this.counter(counter.counter), path, location, elementAt(table.rows[row]?.values ?? [], at));
    });
  }

  private counter(name: string): string {
    return this.builder.metric({ name, semantic: 'counter', description: COUNTER_DESCRIPTION });
  }

  /** The flat profile has no exclusive times of regions, other than those of waiting. */
  private addInclusive(table: OmppTable): void {
    const path = this.builder.calls.callPath(this.regions.region(table.region));
    const [time, count] = ['execT', 'execC'].map((name) => table.columns.indexOf(name));
    for (const { thread, values } of table.rows) {
      const [seconds, calls] = [values[time ?? -1], values[count ?? -1]];
      if (seconds !== undefined) this.builder.inclusive(TIME, path, this.at(thread), seconds);
      if (calls !== undefined) this.builder.exclusive(VISITS, path, this.at(thread), calls);
    }
  }

  private addParallel(table: OmppTable, callPath: number | undefined): void {
    const columns = new Map<ThreadColumn, Float64Array>();
    const totals = new Map<ThreadColumn, number>();
    const counters = new Map<string, Float64Array>();
    table.columns.forEach((name, at) => {
      const values = Float64Array.from(table.rows, (row) => elementAt(row.values, at));
      const known = threadColumn(name);
      if (known !== undefined) {
        columns.set(known, values);
        const sum = table.sum?.[at];
        if (sum !== undefined) totals.set(known, sum);
      }
      const counter = counterColumn(name);
      if (counter !== undefined && !counter.own && !this.repeated.has(counter.counter))
        counters.set(this.counter(counter.counter), values);
    });
    const locations = Uint32Array.from(table.rows, ({ thread }) => this.at(thread));
    const { construct } = kindOf(table.region.type);
    const region = this.regions.region(table.region);
    this.builder.parallelRegion({ construct, region, callPath, locations, columns, totals, counters });
  }
}

/** Seconds of tasks that are not in the body: what the parts of a construct leave of the whole, if it is so much. */
const tasksOf = (seconds: number, rest: number): number => Math.min(seconds, Math.max(0, rest));
