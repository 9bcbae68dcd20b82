/** Instances of properties as findings. */
import type { Evaluated, EvaluatedInstance } from '../../asl/compile/evaluate.js';
import { elementOf } from '../../asl/types/type.js';
import { duration } from '../../base/text.js';
import type { Finding } from '../../model/findings/findings.js';
import type { CallPaths } from '../report/index.js';

/** Maximum number of findings of one property. */
const MOST_OF_ONE = 20;

/** A finding and the call path that it is at. */
export interface PlacedFinding {
  readonly node: number;
  readonly finding: Finding;
}

/** Returns the most severe instances of a property, if it names a call path and lost time. */
export function foundBy(result: Evaluated, paths: CallPaths, totalTime: number): PlacedFinding[] {
  return result.found.slice(0, MOST_OF_ONE).flatMap((instance) => findingOf(result, instance, paths, totalTime));
}

function findingOf(
  { property }: Evaluated,
  instance: EvaluatedInstance,
  paths: CallPaths,
  totalTime: number,
): PlacedFinding[] {
  const { impact = NaN, confidence } = instance;
  const node = nodeOf(property, instance);
  if (node === undefined || !(node < paths.tree.size) || !(impact > 0) || totalTime <= 0) return [];
  const place = paths.place(node);
  const lost = `Lost are ${duration(impact)} of all locations' time.`;
  const finding: Finding = {
    kind: 'cost',
    property: property.name,
    title: titleOf(property.name),
    callPath: paths.steps(node),
    ...(place === undefined ? {} : { place }),
    seconds: impact,
    severity: impact / totalTime,
    confidence: Number.isNaN(confidence) ? 1 : confidence,
    locations: [],
    explanation: property.explain ?? lost,
    advice: property.advice ?? 'The property of this project has no advice.',
  };
  return [{ node, finding }];
}

/** Returns the call path that a property reports, else the one it was evaluated for. */
export function nodeOf({ at: told, rows }: Evaluated['property'], instance: EvaluatedInstance): number | undefined {
  const at = told === undefined ? undefined : elementOf(told.type);
  const known = at?.kind === 'object' && at.name === 'CallPath' ? instance.at : undefined;
  const asked = instance.rows[rows.findIndex(({ of }) => of === 'CallPath')];
  const node = known ?? asked;
  return node === undefined || !Number.isInteger(node) ? undefined : node;
}

/** How the field writes words that names of properties spell with one capital. */
const SPELLED: ReadonlyMap<string, string> = new Map([
  ['mpi', 'MPI'],
  ['openmp', 'OpenMP'],
  ['io', 'I/O'],
]);

/** `TinyMpiMessages` and `tiny_mpi_messages` as people write it: `Tiny MPI Messages`. */
export function titleOf(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[_\s]+/)
    .map((word) => SPELLED.get(word.toLowerCase()) ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
