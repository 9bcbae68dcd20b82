/** Findings as what is selected in all views, and back. */
import { present } from '../../base/present.js';
import { TrimtabError } from '../../base/problem.js';
import type { LocationShare } from '../../model/findings/findings.js';
import type { Selected } from '../../model/selection.js';
import type { FoundAt } from '../../protocol/report.js';
import type { Engine } from '../client/engine.js';

/** Findings that are looked at for one that is selected. */
const MOST_COMPARED = 1000;
/** A location is selected from this share of what the worst one loses, as texts name them. */
const LEAST_SHARE_OF_WORST = 0.05;

type Asked = Pick<Engine, 'query'>;

/** Returns the selection of a finding: its property, call path, locations and line. */
export async function selectionOf(engine: Asked, experiment: string, finding: FoundAt): Promise<Selected> {
  const { property, place } = finding;
  const [nodes = []] = await nodesOf(engine, experiment, [finding]);
  const locations = losing(finding);
  return {
    experiment,
    property,
    ...(nodes.length === 0 ? {} : { nodes }),
    ...(locations.length === 0 ? {} : { locations }),
    ...present({ place }),
  };
}

/** The finding that is selected, of those of an experiment; undefined where what is selected is none of them. */
export async function selectedFinding<Found extends FoundAt>(
  engine: Asked,
  { experiment, property, nodes = [] }: Selected,
  findings: readonly Found[],
): Promise<Found | undefined> {
  const same = findings.filter((finding) => finding.property === property).slice(0, MOST_COMPARED);
  if (same.length === 0 || nodes.length === 0) return undefined;
  const known = await nodesOf(engine, experiment, same);
  return same.find((_, at) => known[at]?.some((node) => nodes.includes(node)));
}

/**
 * Returns the call paths of findings in the tree of their experiment. If the tree cannot be read, the other data are
 * selected.
 */
async function nodesOf(engine: Asked, experiment: string, findings: readonly FoundAt[]): Promise<number[][]> {
  try {
    const paths = findings.map(({ callPath }) => callPath.map((step) => ({ ...step })));
    const { columns } = await engine.query(experiment, 'callPathNodes', { paths });
    return paths.map((_, at) => [...columns.node.subarray(columns.start[at], columns.start[at + 1])]);
  } catch (error) {
    if (!(error instanceof TrimtabError)) throw error;
    return [];
  }
}

function losing(finding: FoundAt & { readonly locations?: readonly LocationShare[] }): number[] {
  const { locations = [] } = finding;
  const worst = locations.reduce((most, { seconds }) => Math.max(most, seconds), 0);
  return locations
    .filter(({ seconds }) => seconds > 0 && seconds >= LEAST_SHARE_OF_WORST * worst)
    .map(({ location }) => location);
}
