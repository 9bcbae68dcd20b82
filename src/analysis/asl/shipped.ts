/** The shipped properties in ASL over profiles, ranked with existing findings so that no time counts twice. */
import { evaluate } from '../../asl/compile/evaluate.js';
import type { AslData } from '../../asl/data.js';
import { ASL_FILE } from '../../asl/files.js';
import { shippedTexts } from '../../asl/library.js';
import { isParameters } from '../../asl/files.js';
import type { Source } from '../../asl/syntax/diagnostics.js';
import { checkTexts, parsedOnce, soundProperties } from '../../asl/texts.js';
import type { TypedProperty } from '../../asl/types/property.js';
import { duration } from '../../base/text.js';
import type { Definitions } from '../../model/definitions.js';
import type { Finding, FindingPart, FindingsReport } from '../../model/findings/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { byRank } from '../../model/findings/ranking.js';
import { MOST_FINDINGS } from '../report/findings.js';
import { CallPaths } from '../report/index.js';
import { plausible } from '../report/plausibility.js';
import { foundBy, type PlacedFinding } from './found.js';

/** Sums of the same numbers in another order differ by so much. */
const ROUNDING = 1e-9;

interface Result {
  readonly space: PerformanceSpace;
  readonly report: FindingsReport;
}

/**
 * Adds the findings of shipped properties of lost time (`impact`) to a report. An instance whose time is part of an
 * existing finding becomes a part of it. That finding is of its `parent`, at the same call path or at the end of the
 * same construct. If other findings are at its call path, it becomes a sentence of the most severe one, else a separate
 * finding.
 * @param texts the project's texts, whose parameter values are used
 * @param isOf selects shipped texts; all if omitted
 */
export function withShippedProperties<Analyzed extends Result>(
  analyzed: Analyzed,
  definitions: Definitions,
  data: AslData,
  texts: readonly Source[] = [],
  isOf: IsOf = () => true,
): Analyzed {
  const { space, report } = analyzed;
  const paths = new CallPaths(space.callTree, definitions);
  const told = new ShippedTexts(report.findings, paths);
  for (const property of rankedProperties(space, texts, isOf)) {
    for (const found of foundBy(evaluate(property, data), paths, report.totalTime)) told.add(found, property.parent);
  }
  return { ...analyzed, report: plausible({ ...report, findings: told.all.sort(byRank).slice(0, MOST_FINDINGS) }) };
}

/**
 * Adds findings from counters about computing time to the report of a trace. All other findings of traces come from
 * their detectors.
 */
export function withCounterProperties<Analyzed extends Result>(
  analyzed: Analyzed,
  definitions: Definitions,
  data: AslData,
  texts: readonly Source[] = [],
): Analyzed {
  return withShippedProperties(analyzed, definitions, data, texts, ({ name }) => name === COUNTERS);
}

/** Returns the properties of lost time that need no events; parents precede their parts. */
function rankedProperties({ metrics }: PerformanceSpace, own: readonly Source[], isOf: IsOf): TypedProperty[] {
  // Properties of patterns do not apply to sums, and are the slowest to evaluate.
  const texts = shippedTexts().filter((source) => isOf(source) && isOfSums(source));
  const all = checkTexts(texts, metrics, undefined, own.filter(isParameters))
    .flatMap(soundProperties)
    .filter(({ impact, patterns }) => impact !== undefined && patterns.length === 0);
  const isPart = ({ parent }: TypedProperty): boolean => all.some(({ name }) => name === parent);
  return [...all.filter((each) => !isPart(each)), ...all.filter(isPart)];
}

const isOfSums = (source: Source): boolean => !parsedOnce(source).declarations.some(({ kind }) => kind === 'pattern');

type IsOf = (source: Source) => boolean;

/** Text of the counter properties. */
const COUNTERS = `counters${ASL_FILE}`;

class ShippedTexts {
  readonly all: Finding[];
  /** Places in `all` of the findings that a call path has. */
  private readonly at = new Map<string, number[]>();
  /** The place in `all` of what a property found at a call path, or of what that is a part of. */
  private readonly containers = new Map<string, number>();
  private readonly children: readonly (readonly number[])[];

  constructor(
    findings: readonly Finding[],
    private readonly paths: CallPaths,
  ) {
    this.all = [...findings];
    findings.forEach(({ callPath }, place) => this.note(keyOf(callPath), place));
    const children: number[][] = Array.from({ length: paths.tree.size }, () => []);
    paths.tree.parent.forEach((parent, node) => children[parent]?.push(node));
    this.children = children;
  }

  add({ node, finding }: PlacedFinding, parent: string | undefined): void {
    const own = `${finding.property}@${node}`;
    const container = parent === undefined ? undefined : this.containing(node, finding, parent);
    if (container !== undefined) {
      this.containers.set(own, container);
      this.change(container, (whole) => ({ ...whole, parts: [...(whole.parts ?? []), partOf(finding)] }));
      return;
    }
    const [beside] = this.at.get(keyOf(finding.callPath)) ?? [];
    if (beside === undefined) {
      const place = this.all.push(finding) - 1;
      this.containers.set(own, place);
      this.note(keyOf(finding.callPath), place);
      return;
    }
    const { title, seconds, explanation } = finding;
    const sentence = `${title}, ${duration(seconds)} of the time here: ${explanation}`;
    this.change(beside, (whole) => ({ ...whole, explanation: `${whole.explanation} ${sentence}` }));
  }

  /** The finding in whose time that of another lies. */
  private containing(node: number, { seconds }: Finding, parent: string): number | undefined {
    const holds = (place: number): boolean => seconds <= (this.all[place]?.seconds ?? 0) * (1 + ROUNDING);
    const same = this.containers.get(`${parent}@${node}`);
    if (same !== undefined) return holds(same) ? same : undefined;
    const nodes = [node, ...(this.children[node] ?? [])];
    return nodes
      .flatMap((each) => this.at.get(keyOf(this.paths.steps(each))) ?? [])
      .find((place) => this.all[place]?.property === parent && holds(place));
  }

  private note(key: string, place: number): void {
    this.at.set(key, [...(this.at.get(key) ?? []), place]);
  }

  private change(place: number, to: (finding: Finding) => Finding): void {
    const finding = this.all[place];
    if (finding !== undefined) this.all[place] = to(finding);
  }
}

const keyOf = (callPath: Finding['callPath']): string => JSON.stringify(callPath);

function partOf({ property, title, seconds, severity, explanation, advice }: Finding): FindingPart {
  return { property, title, seconds, severity, explanation, advice };
}
