import { explorerPage, type ExplorerQuestions } from '../../protocol/pages/explorer.js';
import type { Asked } from '../../protocol/pages/questions.js';
import { useAnswers } from '../kit/answers.js';
import type { Questions } from '../kit/questions.js';
import type { Coupled, Loaded } from './coupled.js';
import type { ShownRow } from './rows.js';
import { Bars, Boxes, Flame, type Located, PlaceMap } from './tabs.js';

/** Functions that bars tell apart, and call paths that have a box. */
const FUNCTIONS = 5;
const BOXES = 24;

/** The pictures in the place of the right tree. */
export function Places({
  host,
  tab,
  ask,
  loaded,
  coupled,
  rows,
  run,
  what,
  property,
  chosen,
  onChoose,
}: {
  readonly host: { readonly questions: Pick<Questions, 'ask'> };
  readonly tab: 'bars' | 'boxes' | 'flame' | 'map';
  readonly ask: Asked<ExplorerQuestions['weights']>;
  readonly loaded: Loaded;
  readonly coupled: Coupled;
  /** Of the tree of call paths. */
  readonly rows: readonly ShownRow[];
  readonly run: number;
  /** What is selected, in words; and without the call paths. */
  readonly what: string;
  readonly property: string;
  readonly chosen: { readonly selected: ReadonlySet<number> };
  readonly onChoose: (node: number) => void;
}) {
  const { experiment, properties, nodes } = ask;
  const worst = rows.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight)).slice(0, BOXES);
  const own = { properties, nodes };
  const boxed = worst.map(({ row, isOpen }) => ({ properties, nodes: [{ node: row, exclusive: isOpen }] }));
  const asked = { experiment, rows: tab === 'boxes' ? boxed : [own], functions: tab === 'bars' ? FUNCTIONS : 0 };
  const isAsked = (tab === 'bars' || tab === 'boxes') && asked.rows.length > 0;
  const answers = useAnswers(host, 'valuesByPlace', explorerPage.questions.valuesByPlace, isAsked ? [asked] : []);
  const { places } = loaded;
  const count = coupled.byLocation.length;
  const at: Located = {
    unit: coupled.unit,
    locations: [...places.location].filter((location) => location >= 0),
    nameOf: (location) => places.titleOf(places.rowOf.get(location) ?? -1),
  };
  if (tab === 'flame')
    return (
      <Flame
        tree={loaded.nodes.tree}
        weights={coupled.nodes}
        unit={coupled.unit}
        nameOf={loaded.nodes.titleOf}
        chosen={chosen.selected}
        onChoose={onChoose}
        what={property}
      />
    );
  if (tab === 'map')
    return <PlaceMap at={at} values={coupled.byLocation} run={run} nodeSizes={places.nodeSizes} what={what} />;
  if (!isAsked) return <p>There is nothing to be shown.</p>;
  const outcome = answers.of(asked);
  if (outcome.is === 'asked')
    return (
      <p class="quiet" role="status">
        Loading…
      </p>
    );
  if (outcome.is === 'failed')
    return (
      <p class="notice problem" role="alert">
        {outcome.sentence} <button onClick={() => answers.again(asked)}>Try again</button>
      </p>
    );
  const { region, value } = outcome.columns;
  const line = (row: number): Float64Array => value.subarray(row * count, (row + 1) * count);
  if (tab === 'boxes') {
    const boxes = worst.map(({ row }, index) => ({ title: loaded.nodes.titleOf(row), values: line(index) }));
    return <Boxes at={at} rows={boxes} what={property} />;
  }
  const parts = Array.from(region, (number, index) => ({
    title: loaded.nodes.regionName(number),
    values: line(1 + index),
  }));
  return <Bars at={at} whole={line(0)} parts={parts} what={what} />;
}
