import { elementAt } from '../../base/elements.js';
import type { CallTree } from '../../model/callTree.js';
import { concernedPlaces, listRanks } from '../../model/findings/concerned.js';
import { type Definitions, NO_INDEX } from '../../model/definitions.js';
import type {
  DynamicsFinding,
  DynamicsProperty,
  DynamicsReport,
  LoopSummary,
  SeverityRow,
} from '../../model/dynamics/dynamics.js';
import type { CallPathStep, SourcePlace } from '../../model/findings/findings.js';
import { locationNames } from '../../model/names.js';
import { byCost } from '../../model/dynamics/dynamicsText.js';
import { DURATION, type LoopLevel, type RunSeries } from '../../model/dynamics/series.js';
import type { PropertyCatalog } from '../../properties/index.js';
import type { ChangesEvidence } from '../../asl/measured/changes.js';
import type { Source } from '../../asl/syntax/diagnostics.js';
import { CallPaths } from '../callPaths/callPaths.js';
import type { IterationCalls } from '../similarity/iterationCalls.js';
import { loopTimes, severityTable } from './severityTable.js';
import { similarIterations } from '../similarity/similarIterations.js';
import { binsOf } from './bins.js';
import { contextsOf, meanOf, type Context } from './contexts.js';
import { CounterChanges, counterSentence } from './counterChanges.js';
import { evidenceIn, type Judge, type Judged } from './evidence.js';
import { haarEnergies, variabilityOf } from './haar.js';
import { inChunks } from './inChunks.js';
import { SeriesJudge } from './judge.js';
import { changeProperties, type ChangeProperties, heldOf, type Held } from './properties.js';
import { relatedOf } from './related.js';
import { coefficientOfVariation, loopSentence, sentenceOf } from './texts.js';

/** Context of series. */
export interface DynamicsOf {
  readonly callTree: CallTree;
  readonly definitions: Definitions;
  /** Explanations of findings and advice. */
  readonly properties: PropertyCatalog;
  /**
   * The share of the loop's time from which on a change is reported; if omitted, the value in the text of the
   * properties.
   */
  readonly threshold?: number;
  /** Iterations that are judged together, as in a run in progress; all of them if omitted. */
  readonly chunk?: number;
  /** The project's own texts, of which its values of parameters are taken. */
  readonly texts?: readonly Source[];
  /** Calls of each iteration, if known. */
  readonly calls?: IterationCalls;
}

/** Maximum number of reported changes of one series. */
const MOST_PATTERNS = 32;

/** Returns the evidence in the series of a run, before it is judged: the input of the properties. */
export function changesOfRun(run: RunSeries, of: DynamicsOf): ChangesEvidence {
  return new Report(run, of).evidence();
}

/**
 * Returns the changes from iteration to iteration of the chosen loop. It judges every metric at every call path on all
 * groups of similar ranks, most severe first (dynamics.md, sections 3 to 5).
 */
export function analyzeDynamics(run: RunSeries, of: DynamicsOf): DynamicsReport {
  const report = new Report(run, of);
  const similar = similarIterations(run, of.calls);
  const findings = report.findings();
  return {
    format: 'trimtab-dynamics',
    version: 1,
    loops: report.loops(),
    loopTime: run.loopTime,
    findings,
    ...(similar === undefined ? {} : { similar }),
    table: report.table(findings),
  };
}

class Report {
  private readonly paths: CallPaths;
  private readonly contexts: readonly Context[];
  private readonly counters: CounterChanges;
  private readonly properties: ChangeProperties;
  private readonly names: readonly string[];
  private readonly processes: number;

  constructor(
    private readonly run: RunSeries,
    private readonly of: DynamicsOf,
  ) {
    this.paths = new CallPaths(of.callTree, of.definitions);
    this.contexts = contextsOf(run.series);
    this.counters = new CounterChanges(run.series);
    this.properties = changeProperties(of.threshold, of.texts);
    this.names = locationNames(of.definitions);
    this.processes = of.definitions.locationGroups.filter(({ type }) => type === 'process').length;
  }

  findings(): DynamicsFinding[] {
    const judged = this.judged();
    const held = heldOf(this.evidenceOf(judged), this.properties);
    const found = [...inContexts(judged, held)]
      .flatMap((clusters) => this.findingsIn(clusters))
      .sort((a, b) => b.severity - a.severity || b.variability - a.variability);
    const related = relatedOf(found);
    return found.map((finding, index) => ({ ...finding, related: elementAt(related, index) }));
  }

  table(findings: readonly DynamicsFinding[]): SeverityRow[] {
    const texts = {
      at: (node: number) => ({ callPath: this.at(node).callPath }),
      where: (locations: readonly number[]) => this.where(locations),
    };
    const { threshold } = this.properties;
    return severityTable(this.contexts, findings, loopTimes(this.run.iterations.starts), threshold, texts);
  }

  evidence(): ChangesEvidence {
    return this.evidenceOf(this.judged());
  }

  private judged(): Judged[] {
    const { loopTime, series } = this.run;
    const { threshold } = this.properties;
    const { chunk } = this.of;
    const whole = new SeriesJudge(series.count);
    const judge: Judge = chunk === undefined ? (values) => whole.judge(values) : (values) => inChunks(values, chunk);
    const measured = {
      ...{ loopTime, judge },
      where: (locations: readonly number[]) => this.where(locations),
    };
    return (
      this.contexts
        // A total below the threshold cannot contain enough loss: the properties check this, too, but the next steps
        // are costly.
        .filter(({ total }) => total > threshold * loopTime)
        .flatMap((context) => evidenceIn(context, measured))
    );
  }

  private evidenceOf(judged: readonly Judged[]): ChangesEvidence {
    const { callTree } = this.of;
    const { loopTime, series, iterations } = this.run;
    const nodeOf = (node: number): number => (node >= 0 && node < callTree.size ? node : NaN);
    return {
      ...{ loopTime, count: series.count, loop: nodeOf(iterations.parent) },
      regionOf: (node) => callTree.region[node] ?? NaN,
      series: judged.map(({ evidence }) => ({ ...evidence, node: nodeOf(evidence.node) })),
    };
  }

  /** The changes of one metric at one call path; clusters are numbered by what they lose. */
  private findingsIn(clusters: readonly HeldSeries[]): DynamicsFinding[] {
    const lostIn = ({ held }: HeldSeries): number => held.reduce((sum, { excess }) => sum + excess, 0);
    const isTogether = ({ judged }: HeldSeries): boolean => judged.evidence.moving !== undefined;
    const apart = clusters.filter((each) => !isTogether(each)).sort((a, b) => lostIn(b) - lostIn(a));
    return [
      ...apart.flatMap(({ judged, held }, cluster) => held.map((one) => this.told(judged, one, cluster))),
      ...clusters.filter(isTogether).flatMap(({ judged, held }) => held.map((one) => this.told(judged, one, 0))),
    ];
  }

  private told(judged: Judged, held: Held, cluster: number): DynamicsFinding {
    const { context, evidence, told } = judged;
    const { metric, node } = context;
    const { property, excess, severity } = held;
    const texts = this.of.properties.ofIteration(property);
    const { recursEvery } = evidence;
    const found = {
      ...{ ...told, metric, node, property, excess, severity, ...patternsOf(judged, property) },
      ...(property === 'dynamics_peaks' && recursEvery !== undefined ? { recursEvery } : {}),
    };
    const counters = this.counters.of(found);
    const [worst] = byCost(found.patterns);
    return {
      ...found,
      ...{ cluster, ...this.at(node) },
      ...(counters.length === 0 ? {} : { counters }),
      shareOfRun: this.run.totalTime > 0 ? excess / this.run.totalTime : 0,
      sentence: `${sentenceOf({ ...found, where: this.where(found.locations) })}${counterSentence(counters, worst)}`,
      explanation: texts?.explanation ?? '',
      advice: texts?.advice ?? '',
      related: [],
    };
  }

  /** `ranks 3–63`; `all ranks`. */
  private where(locations: readonly number[]): string {
    const concerned = concernedPlaces(locations, { locations: this.names, processes: this.processes });
    const { unit, numbers, total } = concerned;
    return total > 1 && numbers.length === total ? `all ${unit}s` : listRanks(concerned);
  }

  private at(node: number): { readonly callPath: readonly CallPathStep[]; readonly place?: SourcePlace } {
    if (node === NO_INDEX || node < 0 || node >= this.of.callTree.size) return { callPath: [] };
    const place = this.paths.place(node);
    return { callPath: this.paths.steps(node), ...(place === undefined ? {} : { place }) };
  }

  loops(): LoopSummary[] {
    const { levels, iterations } = this.run;
    const others = levels.filter(({ name, parent }) => name !== iterations.name || parent !== iterations.parent);
    return [this.chosen(), ...others.map((level) => this.summary(level, NaN))];
  }

  private chosen(): LoopSummary {
    const { starts, ...level } = this.run.iterations;
    const rows = this.contexts.find(({ metric }) => metric === DURATION)?.rows ?? starts.map(durations);
    const present = rows.filter(({ length }) => length > 0);
    const mean = meanOf(present, Math.max(1, present.length));
    const { variability } = variabilityOf(haarEnergies(mean), mean.length);
    const meanDuration = mean.length === 0 ? 0 : mean.reduce((sum, value) => sum + value, 0) / mean.length;
    const variation = coefficientOfVariation(variability);
    return { ...this.summary(level, meanDuration), variation, bins: binsOf(mean) };
  }

  private summary(level: LoopLevel, known: number): LoopSummary {
    const { count, coverage } = level;
    const ranks = Math.max(1, this.processes);
    const meanDuration = Number.isNaN(known) ? (coverage * this.run.totalTime) / ranks / Math.max(1, count) : known;
    return {
      ...level,
      ...this.at(level.parent),
      ...{ meanDuration, variation: 0, bins: [] },
      sentence: loopSentence({ count, meanDuration, coverage }),
    };
  }
}

/** A series, and what holds of it. */
interface HeldSeries {
  readonly judged: Judged;
  readonly held: readonly Held[];
}

/** Groups series of one metric at one call path. */
function* inContexts(all: readonly Judged[], held: readonly (readonly Held[])[]): Generator<HeldSeries[]> {
  let same: HeldSeries[] = [];
  for (const [index, judged] of all.entries()) {
    const [first] = same;
    if (first !== undefined && first.judged.context !== judged.context) {
      yield same;
      same = [];
    }
    same.push({ judged, held: elementAt(held, index) });
  }
  yield same;
}

/** The costliest changes that a property is about, in order of iterations, and how many others there are. */
function patternsOf(
  { evidence: { peaks, rises, falls }, otherPeaks }: Judged,
  property: DynamicsProperty,
): Pick<DynamicsFinding, 'patterns' | 'others'> {
  const all = new Map([
    ['dynamics_peaks', peaks],
    ['dynamics_trends', rises],
    ['dynamics_improvements', falls],
  ]);
  const byCost = (all.get(property) ?? []).toSorted((a, b) => b.excess - a.excess);
  const known = property === 'dynamics_peaks' ? otherPeaks : undefined;
  const left = byCost.slice(MOST_PATTERNS);
  const count = left.length + (known?.count ?? 0);
  const excess = left.reduce((sum, one) => sum + one.excess, known?.excess ?? 0);
  return {
    patterns: byCost.slice(0, MOST_PATTERNS).sort((a, b) => a.first - b.first),
    ...(count === 0 ? {} : { others: { count, excess } }),
  };
}

function durations(starts: Float64Array): Float64Array {
  return Float64Array.from({ length: Math.max(0, starts.length - 1) }, (_, i) => {
    return elementAt(starts, i + 1) - elementAt(starts, i);
  });
}
