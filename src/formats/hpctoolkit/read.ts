/** A database of HPCToolkit as a profile. */
import { plainName } from '../../base/plainText.js';
import type { Profile } from '../../model/profile.js';
import { SAMPLED_TIME, StackProfile, type MetricOfSums } from '../stacks/stackProfile.js';
import type { StackEnd, StackTree } from '../stacks/stackTree.js';
import { Lexical, readMeta, Scope, type Context, type HpcMeta, type HpcMetric } from './meta.js';
import { readProfiles, type ThreadValues } from './profiles.js';

/** Relative size below which differences of values count as rounding errors. */
const ROUNDING = 1e-12;

/**
 * Reads a database.
 * @param meta content of meta.db
 * @param profile content of profile.db
 * @returns undefined where it has no values
 * @throws Damaged
 */
export function readDatabase(meta: Uint8Array, profile: Uint8Array): Profile | undefined {
  const stacks = new StackProfile();
  const { memory } = stacks.builder;
  return new Database(readMeta(meta, memory), stacks).read(readProfiles(profile, memory));
}

/** A metric of the file with the sums of it. */
interface KeptContext {
  readonly metric: HpcMetric;
  readonly sums: number;
}

class Database {
  /** By identifier in values: of each metric the values that contain those of all contexts below. */
  private readonly kept = new Map<number, KeptContext>();
  private readonly paths: ReadonlyMap<number, HpcPath>;

  constructor(
    private readonly meta: HpcMeta,
    private readonly stacks: StackProfile,
  ) {
    for (const metric of meta.metrics) {
      // Values of single instructions are not sufficient: the tree does not list all of them.
      const scope = metric.scopes.find(({ type }) => type === Scope.Execution);
      if (scope !== undefined) this.kept.set(scope.id, { metric, sums: this.stacks.newSums() });
    }
    this.paths = pathsOf(meta.contexts, stacks.tree);
  }

  read(threads: readonly ThreadValues[]): Profile | undefined {
    let found = 0;
    for (const thread of threads) {
      const location = this.locationOf(thread);
      const inclusive = new Map<number, Map<number, number>>();
      thread.each((id, metric, value) => {
        if (!this.kept.has(metric) || !this.paths.has(id) || !Number.isFinite(value)) return;
        found++;
        if (value < 0) this.stacks.negative++;
        const values = inclusive.get(metric) ?? new Map<number, number>();
        inclusive.set(metric, values.set(id, value));
      });
      for (const [metric, values] of inclusive) this.addExclusive(this.kept.get(metric), values, location);
    }
    if (found === 0) return undefined;
    const metrics = metricsOf([...this.kept.values()]);
    const [first] = metrics;
    return this.stacks.finish({
      metrics,
      ...(first === undefined || first.name === SAMPLED_TIME.name ? {} : { rankedBy: first.name }),
    });
  }

  /** Adds the excess of a context over its children. */
  private addExclusive(kept: KeptContext | undefined, values: ReadonlyMap<number, number>, location: number): void {
    if (kept === undefined) return;
    const own = new Map(values);
    for (const [id, value] of values) {
      const above = this.paths.get(id)?.above;
      const whole = above === undefined ? undefined : own.get(above);
      if (above !== undefined && whole !== undefined) own.set(above, whole - value);
    }
    for (const [id, value] of own) {
      const path = this.paths.get(id);
      if (path !== undefined && Math.abs(value) > ROUNDING * Math.abs(values.get(id) ?? 0))
        this.stacks.add(kept.sums, path.node, location, value);
    }
  }

  private locationOf({ identifiers }: ThreadValues): number {
    const numberOf = (kind: string): number | undefined =>
      identifiers.find((identifier) => this.meta.kinds[identifier.kind] === kind)?.number;
    const [node, rank] = [numberOf('NODE'), numberOf('RANK')];
    const others = identifiers.filter(({ kind }) => !/^(NODE|RANK|CORE)$/.test(this.meta.kinds[kind] ?? ''));
    const thread = others.reduce((sum, { kind, number }) => sum * 1024 + kind + number, 0);
    const name = others.map(({ kind, number }) => `${plainName(this.meta.kinds[kind] ?? '')} ${number}`).join(', ');
    return this.stacks.locations.of(
      rank === undefined
        ? { number: node ?? 0, name: node === undefined ? 'Process' : `Node ${node}` }
        : { number: rank, name: `MPI Rank ${rank}` },
      thread,
      name === '' ? 'Master thread' : name,
    );
  }
}

/** A context that is a call path. */
interface HpcPath {
  readonly node: number;
  /** Identifier of the call path above it; undefined at roots. */
  readonly above: number | undefined;
}

/**
 * Returns the call paths for functions and loops. Lines are call sites; their values belong to the enclosing function
 * or loop, as do those of functions called by MPI.
 * @returns those that are call paths, by identifier
 */
function pathsOf(contexts: readonly Context[], tree: StackTree): Map<number, HpcPath> {
  const paths = new Map<number, HpcPath>();
  const ends: { readonly end: StackEnd; readonly id: number }[] = [];
  contexts.forEach((context, index) => {
    const above = ends[context.parent];
    const end = endOf(context, above?.end, tree);
    const isPath = end.depth !== above?.end.depth;
    if (isPath) paths.set(context.id, { node: end.node, above: above?.id });
    ends[index] = { end, id: isPath ? context.id : above.id };
  });
  return paths;
}

function endOf(context: Context, above: StackEnd | undefined, tree: StackTree): StackEnd {
  const { type, file, line, name, module } = context;
  switch (type) {
    case Lexical.Entry:
      return tree.below(above, { name: name || 'unknown entry' });
    case Lexical.Loop:
      // A loop without a line has nothing to show.
      if (above !== undefined && (file === '' || line === 0)) return above;
      return tree.below(above, {
        name: `loop at ${file.slice(file.lastIndexOf('/') + 1)}:${line}`,
        file,
        beginLine: line,
      });
    case Lexical.Function:
      return tree.below(above, { name: name || '<unknown function>', file, beginLine: line, module });
    default:
      if (above === undefined) return tree.below(above, { name: 'unknown entry' });
      return file === '' ? above : { ...above, frame: { ...above.frame, file, line } };
  }
}

/** The time first: that of the processor, else of the clock, else of devices. */
function metricsOf(kept: readonly KeptContext[]): MetricOfSums[] {
  const isTime = ({ metric }: KeptContext): boolean => /^(CPUTIME|REALTIME|WALLCLOCK)\b/.test(metric.name);
  const time =
    kept.find(({ metric }) => metric.name.startsWith('CPUTIME')) ??
    kept.find(isTime) ??
    kept.find(({ metric }) => metric.name === 'GPUOP (sec)');
  return [
    ...(time === undefined ? [] : [{ ...SAMPLED_TIME, sums: time.sums }]),
    ...kept
      .filter((one) => one !== time)
      .map((one): MetricOfSums => {
        const name = plainName(one.metric.name);
        const seconds = isTime(one) || name.endsWith('(sec)');
        return {
          name,
          title: name,
          unit: seconds ? 'seconds' : 'count',
          description: `${name} of HPCToolkit`,
          sums: one.sums,
        };
      }),
  ];
}
