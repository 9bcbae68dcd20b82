/** Text profiles of TAU, of any run: for ParaProf, pprof and PerfExplorer. */
import { absent, addAt, elementAt } from '../../base/elements.js';
import { isCounter } from '../../model/counters.js';
import type { Definitions, Region } from '../../model/definitions.js';
import type { MetricDefinition } from '../../model/performanceSpace.js';
import { processesOf } from '../../model/processes.js';
import type { Profile } from '../../model/profile.js';
import { valueAt } from '../../model/profileValues.js';
import { LocationColumn } from '../profile/index.js';
import { eventLines } from './writeEvents.js';
import { timerName } from './timerName.js';

/** Data to write: a profile, or a run without the data that only profiles have. */
export type TauWritable = Pick<Profile, 'space' | 'definitions' | 'inclusive' | 'atomicEvents'>;

/** A file below the folder that is written. */
export interface TauFile {
  readonly path: string;
  readonly text: string;
}

const MICROSECONDS = 1e6;
const ROOT = '.TAU application';
/** Maximum depth of nested calls reported with their callers; deeper ones are reported by their timers alone. */
const DEEPEST = 400;

/**
 * Yields the files, one per thread and metric: times in microseconds, counters, calls. With call paths, each has its
 * timer in addition to that of the region as a whole, as in TAU; several roots are placed below `.TAU application`.
 */
export function* tauFiles(run: TauWritable): Generator<TauFile> {
  const { metrics, severities } = run.space;
  const written = metrics.filter(
    (metric) => severities.has(metric.name) && (metric.name === 'time' || isCounter(metric)),
  );
  const names = regionTexts(run.definitions.regions);
  for (const metric of written) {
    const byThread = new ThreadTables(run, metric, names);
    const name = metric.name === 'time' ? 'TIME' : metric.name;
    const folder = written.length === 1 ? '' : `MULTI__${name.replace(/[^\w.-]/g, '_')}/`;
    for (const [location, id] of identifiers(run.definitions).entries()) {
      const rows = byThread.rows(location);
      const head = `${rows.length} templated_functions_MULTI_${name.replace(/\s+/g, ' ')}`;
      const remark = `# Name Calls Subrs Excl Incl ProfileCalls # <metadata><attribute><name>Metric Name</name><value>${escaped(name)}</value></attribute></metadata>`;
      const text = [head, remark, ...rows, '0 aggregates', ...eventLines(run.atomicEvents, location)].join('\n');
      yield { path: `${folder}profile.${id}`, text: `${text}\n` };
    }
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replace(/\s+/g, ' ');

/** `node.context.thread` of each location: as a file of TAU had it, else by process and place in it. */
function identifiers(definitions: Definitions): readonly string[] {
  const { locations } = definitions;
  const known = locations.map(({ id }) => id);
  if (known.every((id) => /^\d+\.\d+\.\d+$/.test(id)) && new Set(known).size === known.length) return known;
  const processes = processesOf(definitions);
  return locations.map((_, location) => {
    const process = elementAt(processes.ofLocation, location);
    return `${process}.0.${(processes.locations[process] ?? []).indexOf(location)}`;
  });
}

/** Regions as names of timers: as a file of TAU had them, else with their lines as TAU writes them. */
function regionTexts(regions: readonly Region[]): readonly string[] {
  return regions.map(({ name, canonicalName, file, beginLine, endLine }) => {
    const read = timerName(canonicalName);
    const isTau = read.name === name && read.file === file && canonicalName !== name;
    const place = file === undefined || beginLine === 0 ? '' : ` [{${file}} {${beginLine},1}-{${endLine},1}]`;
    return (isTau ? canonicalName : name + place).replaceAll(' => ', ' -> ').replace(/[\r\n"]+/g, ' ');
  });
}

/** The timers of one metric, thread by thread. */
class ThreadTables {
  private readonly hasTree: boolean;
  private readonly hasRoot: boolean;
  /** The way to each call path; empty below the depth to which ways are written. */
  private readonly texts: readonly string[];
  /** 1 where a call of the same timer is above. */
  private readonly isInner: Uint8Array;
  private readonly tables: Readonly<Record<'own' | 'visits' | 'children', LocationColumn>>;

  constructor(
    private readonly run: TauWritable,
    private readonly metric: MetricDefinition,
    private readonly names: readonly string[],
  ) {
    const { space } = run;
    const { parent, region, size } = space.callTree;
    const roots = parent.reduce((count, above) => (above < 0 ? count + 1 : count), 0);
    this.hasTree = roots < size;
    this.hasRoot = this.hasTree && roots > 1;
    const texts: string[] = [];
    const depth = new Uint32Array(size);
    this.isInner = new Uint8Array(size);
    for (let node = 0; node < size; node++) {
      const above = elementAt(parent, node);
      const own = names[elementAt(region, node)] ?? absent(node);
      if (above >= 0) depth[node] = elementAt(depth, above) + 1;
      const outer = above < 0 ? (this.hasRoot ? ROOT : '') : elementAt(texts, above);
      texts.push(elementAt(depth, node) > DEEPEST ? '' : outer === '' ? own : `${outer} => ${own}`);
      for (let at = above; at >= 0 && this.isInner[node] === 0; at = elementAt(parent, at))
        if (names[elementAt(region, at)] === own) this.isInner[node] = 1;
    }
    this.texts = texts;
    this.tables = {
      own: new LocationColumn(space, metric.name),
      visits: new LocationColumn(space, 'visits'),
      children: new LocationColumn(space, 'child_calls'),
    };
  }

  rows(location: number): string[] {
    const { parent, region, size } = this.run.space.callTree;
    const [own, visits] = [this.tables.own.at(location), this.tables.visits.at(location)];
    const children = this.tables.children.isThere ? this.tables.children.at(location) : sumOfChildren(visits, parent);
    const whole = this.inclusive(own, location);
    const timers = new Map<string, Timer>();
    const paths: string[] = [];
    let [time, calls] = [0, 0];
    for (let node = 0; node < size; node++) {
      const timer = {
        calls: elementAt(visits, node),
        children: elementAt(children, node),
        own: elementAt(own, node),
        whole: elementAt(whole, node),
      };
      if (timer.calls === 0 && timer.own === 0 && timer.whole === 0) continue;
      const above = elementAt(parent, node);
      if (above < 0) [time, calls] = [time + timer.whole, calls + timer.calls];
      const name = this.names[elementAt(region, node)] ?? absent(node);
      add(timers, name, this.isInner[node] === 1 ? { ...timer, whole: 0 } : timer);
      const text = elementAt(this.texts, node);
      if (text !== '' && (above >= 0 || this.hasRoot))
        paths.push(this.line(text, timer, `TAU_CALLPATH | ${this.groupOf(node)}`));
    }
    const root = this.hasRoot ? [this.line(ROOT, { calls: 1, children: calls, own: 0, whole: time }, 'TAU_USER')] : [];
    return [...root, ...[...timers].map(([name, timer]) => this.line(name, timer, this.groupOfName(name))), ...paths];
  }

  /** As the file had it where there is no tree, else what is below. */
  private inclusive(own: Float64Array, location: number): Float64Array {
    const { parent, size } = this.run.space.callTree;
    const whole = own.slice();
    const read = this.hasTree ? undefined : this.run.inclusive?.get(this.metric.name);
    if (read !== undefined) return whole.map((value, node) => valueAt(read, node, location) ?? value);
    for (let node = size - 1; node >= 0; node--) {
      const above = elementAt(parent, node);
      if (above >= 0) addAt(whole, above, elementAt(whole, node));
    }
    return whole;
  }

  private line(name: string, { calls, children, own, whole }: Timer, group: string): string {
    const scale = this.metric.unit === 'seconds' ? MICROSECONDS : 1;
    return `"${name}" ${calls} ${children} ${own * scale} ${whole * scale} 0 GROUP="${group}" `;
  }

  private groupOf(node: number): string {
    return groupOf(this.run.definitions.regions[elementAt(this.run.space.callTree.region, node)]);
  }

  private groupOfName(name: string): string {
    this.groups ??= new Map(this.names.map((text, region) => [text, groupOf(this.run.definitions.regions[region])]));
    return this.groups.get(name) ?? 'TAU_USER';
  }
  private groups: Map<string, string> | undefined;
}

interface Timer {
  readonly calls: number;
  readonly children: number;
  readonly own: number;
  readonly whole: number;
}

function add(timers: Map<string, Timer>, name: string, more: Timer): void {
  const known = timers.get(name) ?? { calls: 0, children: 0, own: 0, whole: 0 };
  timers.set(name, {
    calls: known.calls + more.calls,
    children: known.children + more.children,
    own: known.own + more.own,
    whole: known.whole + more.whole,
  });
}

function groupOf(region: Region | undefined): string {
  if (region?.paradigm === 'mpi') return 'MPI';
  return region?.paradigm === 'openmp' ? 'OpenMP' : 'TAU_USER';
}

function sumOfChildren(visits: Float64Array, parent: Int32Array): Float64Array {
  const sums = new Float64Array(visits.length);
  parent.forEach((above, node) => {
    if (above >= 0) addAt(sums, above, elementAt(visits, node));
  });
  return sums;
}
