/** Data of flame graphs. */
import { matchedNodes, traceExperiments } from '../../experiments/index.js';
import type { FlameData } from '../../pictures/explorer/flamePicture.js';
import { type FlameBefore, flameBoxes, type FlameWay } from '../../pictures/explorer/flameBoxes.js';
import { Counterpart } from '../../protocol/counterpart.js';
import { type ExplorerChoice, ExplorerRun } from './explorerRun.js';
import type { OpenedRun } from './openedRun.js';

interface FlameChoice extends ExplorerChoice {
  readonly flame: FlameWay;
}

/**
 * A flame graph of a run. @param compared the experiment whose change colors the boxes
 * @throws TrimtabError where there is no such metric or function, or the experiments cannot be compared
 */
export function flameData(opened: OpenedRun, choice: FlameChoice, compared?: OpenedRun): FlameData {
  const run = new ExplorerRun(opened.ask, choice);
  const { head, columns } = run.weights();
  const { nodeInclusive: inclusive, nodeExclusive } = columns;
  const drawn = { ...run.paths, tree: run.tree, weights: { inclusive, exclusive: run.within(nodeExclusive) } };
  const other = compared === undefined ? undefined : beforeOf(run, opened, choice, compared);
  const boxes = flameBoxes(drawn, choice.flame, other?.before);
  return {
    ...{ what: run.what, unit: head.unit, size: run.size, way: choice.flame },
    ...(other === undefined ? {} : { other: other.name }),
    boxes: boxes.map(({ rows: _, ...box }) => ({ ...box, isChosen: false })),
  };
}

/** Returns the corresponding values of another experiment. */
function beforeOf(
  run: ExplorerRun,
  opened: OpenedRun,
  choice: FlameChoice,
  compared: OpenedRun,
): { readonly name: string; readonly before: FlameBefore } {
  const [own, other] = [opened.experiment, compared.experiment];
  const traced = traceExperiments(
    [{ experiments: [other] }, { experiments: [own] }],
    (experiment) => (experiment === own ? opened : compared).results,
  );
  const lists = (one: OpenedRun) => one.ask('definitions', {}).head;
  const counterpart = new Counterpart(lists(opened), lists(compared), matchedNodes(traced, own.id, other.id));
  const asked = counterpart.asked(run.chosen);
  const columns = asked === undefined ? undefined : compared.ask('weights', asked).columns;
  const its = new ExplorerRun(compared.ask, choice);
  const { paths } = its;
  const exclusive = its.within(columns?.nodeExclusive ?? new Float64Array(paths.parent.length));
  return {
    name: traced.comparison.groups[0]?.label ?? other.manifest.name,
    before: { inclusive: counterpart.inOwnRows(columns).nodeInclusive, own: { ...paths, exclusive } },
  };
}
