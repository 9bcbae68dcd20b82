import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { elementAt } from '../../base/elements.js';
import type { Selected } from '../../model/selection.js';
import { type ExplorerAction, explorerPage, type ExplorerState } from '../../protocol/pages/explorer.js';
import { useAnswers } from '../kit/answers.js';
import { isOneOf, useKept } from '../kit/kept.js';
import type { PageProps } from '../kit/start.js';
import { above, heaviest, rootOf, type ShownRow, shownRows, weightOf } from './rows.js';
import { type Bases, hardlyMatters, type Mode, modes, modeTitles, ratio, textOf } from './shares.js';
import { Places } from './places.js';
import { type Coupled, coupledOf, type Loaded, loadedOf, metricsAsked, nodesAsked } from './coupled.js';
import { type RowText, TreeGrid } from './treeGrid.js';

const tabs = ['places', 'bars', 'boxes', 'flame', 'map'] as const;
export type Tab = (typeof tabs)[number];
const tabTitles: Readonly<Record<Tab, string>> = {
  places: 'Places',
  bars: 'Bars',
  boxes: 'Boxes',
  flame: 'Flame',
  map: 'Map',
};

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** Which rows of a tree are open and selected, and on which the keys act. */
export interface Chosen {
  readonly open: ReadonlySet<number>;
  readonly selected: ReadonlySet<number>;
  readonly active: number | undefined;
}

/** Property, call path and place as three coupled trees. */
export function ExplorerPage({ host, state }: PageProps<ExplorerState, ExplorerAction>) {
  const { experiment } = state;
  const asks = experiment === null ? [] : [{ experiment: experiment.id }];
  const answers = useAnswers(host, 'trees', explorerPage.questions.trees, asks);
  const [ask] = asks;
  const outcome = ask === undefined ? undefined : answers.of(ask);
  const loaded = useMemo(() => (outcome?.is === 'answered' ? loadedOf(outcome) : undefined), [outcome]);
  if (experiment === null || ask === undefined)
    return (
      <main>
        <h1>Explorer</h1>
        <p class="quiet">No experiment is shown: analyze a program, or open a trace or profile.</p>
      </main>
    );
  return (
    <main>
      <h1>Explorer</h1>
      <p class="quiet">{experiment.name}</p>
      {outcome?.is === 'failed' && (
        <p class="notice problem" role="alert">
          {outcome.sentence} <button onClick={() => answers.again(ask)}>Try again</button>
        </p>
      )}
      {loaded === undefined ? (
        outcome?.is === 'failed' ? null : (
          <p class="quiet" role="status">
            Loading…
          </p>
        )
      ) : (
        <Trees key={experiment.id} host={host} state={state} experiment={experiment.id} loaded={loaded} />
      )}
    </main>
  );
}

/** What is open and selected at first: what is selected elsewhere, else the property that loses most. */
function chosenOf({ metrics, nodes, places }: Loaded, { selection, worst }: ExplorerState): Record<TreeName, Chosen> {
  const named = (name: string | null | undefined) => metrics.rows.findIndex((metric) => metric.name === name);
  const wanted = named(selection?.property);
  const property = [wanted, named(worst), named('time'), 0].find((row) => row >= 0 && row < metrics.rows.length);
  const paths = (selection?.nodes ?? []).filter((node) => node < nodes.tree.size);
  const found = (selection?.locations ?? []).flatMap((location) => places.rowOf.get(location) ?? []);
  const start = (tree: Loaded['nodes']['tree'], rows: readonly number[], open: Iterable<number>): Chosen => ({
    open: new Set([...open, ...above(tree, rows)]),
    selected: new Set(rows),
    active: rows[0] ?? tree.roots[0],
  });
  return {
    metrics: start(metrics.tree, property === undefined ? [] : [property], []),
    nodes: start(nodes.tree, paths, nodes.tree.roots.length === 1 ? nodes.tree.roots : []),
    places: start(places.tree, found, places.tree.size <= 200 ? places.tree.parent : []),
  };
}

export type TreeName = 'metrics' | 'nodes' | 'places';

interface TreesProps {
  readonly host: PageProps<ExplorerState, ExplorerAction>['host'];
  readonly state: ExplorerState;
  readonly experiment: string;
  readonly loaded: Loaded;
}

function Trees({ host, state, experiment, loaded }: TreesProps) {
  const [mode, setMode] = useKept(host, 'mode', 'run', isOneOf(modes));
  const [hidesZero, setHidesZero] = useKept(host, 'hidesZero', true, isBoolean);
  const [sorts, setSorts] = useKept(host, 'sorts', true, isBoolean);
  const [tab, setTab] = useKept(host, 'tab', 'places', isOneOf(tabs));
  const [chosen, setChosen] = useState(() => chosenOf(loaded, state));
  const heard = useRef(state.turn);
  useEffect(() => {
    if (heard.current === state.turn) return;
    heard.current = state.turn;
    const next = chosenOf(loaded, state);
    setChosen((before) => ({
      metrics: { ...next.metrics, open: new Set([...before.metrics.open, ...next.metrics.open]) },
      nodes: { ...next.nodes, open: new Set([...before.nodes.open, ...next.nodes.open]) },
      places: { ...next.places, open: new Set([...before.places.open, ...next.places.open]) },
    }));
  }, [state.turn]);

  const properties = metricsAsked(loaded, chosen.metrics);
  const nodes = nodesAsked(loaded, chosen.nodes);
  const ask = { experiment, properties, nodes };
  const asks = properties.length === 0 ? [] : [ask];
  const answers = useAnswers(host, 'weights', explorerPage.questions.weights, asks);
  const outcome = answers.of(ask);
  const last = useRef<Coupled>(undefined);
  // What was answered before stays until the new answer is there.
  if (outcome.is === 'answered') last.current = coupledOf(loaded, outcome);
  const coupled = last.current;

  const select = (name: TreeName, next: Chosen): void => {
    const all = { ...chosen, [name]: next };
    setChosen(all);
    host.act({ do: 'select', selection: selectionOf(experiment, loaded, all) });
  };
  const change = (name: TreeName, next: Partial<Chosen>): void =>
    setChosen((before) => ({ ...before, [name]: { ...before[name], ...next } }));

  if (coupled === undefined)
    return (
      <p class="quiet" role={outcome.is === 'failed' ? 'alert' : 'status'}>
        {outcome.is === 'failed' ? outcome.sentence : 'Loading…'}
      </p>
    );
  const view = (name: TreeName) => ({ open: chosen[name].open, hidesZero, sorts });
  const rows = {
    metrics: shownRows(loaded.metrics.tree, coupled.metrics, { ...view('metrics'), keepsRoots: true }),
    nodes: shownRows(loaded.nodes.tree, coupled.nodes, view('nodes')),
    places: shownRows(loaded.places.tree, coupled.places, view('places')),
  };
  const sumOf = (name: 'metrics' | 'nodes'): number =>
    [...chosen[name].selected].reduce(
      (sum, row) => sum + weightOf(coupled[name], row, isOpen(loaded[name].tree, chosen[name], row)),
      0,
    );
  const [property] = chosen.metrics.selected;
  const time = loaded.metrics.rows.findIndex(({ name }) => name === 'time');
  /** What a share of the run is a share of: all time, for what is time; else all that is counted of the same. */
  const runOf = (metric: number): number => {
    const isTime = time >= 0 && loaded.metrics.rows[metric]?.unit === 'seconds';
    return coupled.metrics.inclusive[isTime ? time : rootOf(loaded.metrics.tree, metric)] ?? 0;
  };
  const run = property === undefined ? 0 : runOf(property);
  const left = { metrics: run, nodes: sumOf('metrics'), places: nodes === null ? sumOf('metrics') : sumOf('nodes') };
  const grid = (name: TreeName, label: string, onEnter: (row: number) => void) => {
    const { tree } = loaded[name];
    const peers = extremes(rows[name], tree.parent);
    const text = (shown: ShownRow): RowText => {
      const { row, weight } = shown;
      const root = coupled[name].inclusive[rootOf(tree, row)] ?? 0;
      const unit = name === 'metrics' ? (loaded.metrics.rows[row]?.unit ?? '') : coupled.unit;
      const bases: Bases =
        name === 'metrics' ? { run: runOf(row), left: root, unit } : { run, left: left[name], unit: coupled.unit };
      const [least, most] = peers.get(elementAt(tree.parent, row)) ?? [weight, weight];
      return {
        title: loaded[name].titleOf(row),
        number: textOf(mode, { weight, root, least, most }, bases),
        // How bad something is, time tells.
        share: unit === 'seconds' ? ratio(weight, bases.run) : 0,
        isQuiet: hardlyMatters(weight, bases),
        more: `${loaded[name].titleOf(row)}: ${textOf('value', { weight, root, least, most }, bases)}, ${textOf('run', { weight, root, least, most }, bases)} of the run${shown.isOpen ? ' by itself' : ''}`,
      };
    };
    const one = chosen[name];
    return (
      <TreeGrid
        id={name}
        label={label}
        numbers={modeTitles[mode]}
        rows={rows[name]}
        textOf={text}
        selected={one.selected}
        active={one.active}
        onActive={(active) => change(name, { active })}
        onSelect={(row, adds) => select(name, { ...one, active: row, selected: chosenAfter(name, one, row, adds) })}
        onOpen={(row, open) => change(name, { active: row, open: openAfter(one.open, row, open) })}
        onEnter={onEnter}
        onWorst={() => {
          const worst = worstOf(name, loaded, coupled, state);
          if (worst === undefined) return;
          const open = new Set([...one.open, ...above(tree, [worst])]);
          select(name, { open, active: worst, selected: new Set([worst]) });
        }}
      />
    );
  };
  const toggle = (name: TreeName) => (row: number) =>
    change(name, { active: row, open: openAfter(chosen[name].open, row, !chosen[name].open.has(row)) });
  const openLine = (node: number): void => host.act({ do: 'openLine', experiment, node });
  const what = [...chosen.metrics.selected].map(loaded.metrics.titleOf).join(' and ');
  const where =
    nodes === null ? '' : ` in ${[...chosen.nodes.selected].map(loaded.nodes.titleOf).slice(0, 3).join(', ')}`;
  return (
    <>
      <div class="bar">
        <label>
          Numbers
          <select
            value={mode}
            onChange={(event) => setMode(modes.find((one) => one === event.currentTarget.value) ?? mode)}
          >
            {modes.map((one: Mode) => (
              <option key={one} value={one}>
                {modeTitles[one]}
              </option>
            ))}
          </select>
        </label>
        <label>
          <input type="checkbox" checked={hidesZero} onChange={(event) => setHidesZero(event.currentTarget.checked)} />
          hide zero
        </label>
        <label>
          <input type="checkbox" checked={sorts} onChange={(event) => setSorts(event.currentTarget.checked)} />
          largest first
        </label>
        <Find
          onFind={(text) => {
            const { tree, titleOf } = loaded.nodes;
            const found = nextWith(text, titleOf, tree.size, chosen.nodes.active ?? -1);
            if (found === undefined) return false;
            const open = new Set([...chosen.nodes.open, ...above(tree, [found])]);
            change('nodes', { open, active: found });
            return true;
          }}
        />
      </div>
      {outcome.is === 'failed' && (
        <p class="notice problem" role="alert">
          {outcome.sentence} <button onClick={() => answers.again(ask)}>Try again</button>
        </p>
      )}
      <div class="trees">
        <section aria-label="Property">
          <h2>Property</h2>
          {grid('metrics', 'Properties', toggle('metrics'))}
        </section>
        <section aria-label="Call path">
          <h2>Call path</h2>
          {grid('nodes', `Call paths by ${what}`, openLine)}
        </section>
        <section aria-label="Place">
          <div role="group" aria-label="What is shown of places" class="choice">
            {tabs.map((one) => (
              <button key={one} aria-pressed={one === tab} onClick={() => setTab(one)}>
                {tabTitles[one]}
              </button>
            ))}
          </div>
          {tab === 'places' ? (
            grid('places', `Places by ${what}${where}`, toggle('places'))
          ) : (
            <Places
              host={host}
              tab={tab}
              ask={ask}
              loaded={loaded}
              coupled={coupled}
              rows={rows.nodes}
              run={run}
              what={`${what}${where}`}
              property={what}
              chosen={chosen.nodes}
              onChoose={(node) =>
                select('nodes', {
                  open: new Set([...chosen.nodes.open, ...above(loaded.nodes.tree, [node])]),
                  active: node,
                  selected: new Set([node]),
                })
              }
            />
          )}
        </section>
      </div>
      <p role="status" class="quiet">
        {what}
        {where}:{' '}
        {textOf('value', { weight: left.places, root: 0, least: 0, most: 0 }, { run, left: 0, unit: coupled.unit })},{' '}
        {textOf('run', { weight: left.places, root: 0, least: 0, most: 0 }, { run, left: 0, unit: coupled.unit })} of
        the run.
      </p>
      <p class="quiet">
        A closed row has all below it, an open one its own part only. Ctrl+click adds, Enter opens the line, . goes to
        the worst, Alt+← to what was selected before.
      </p>
    </>
  );
}

export const isOpen = (tree: Loaded['nodes']['tree'], { open }: Chosen, row: number): boolean =>
  open.has(row) && tree.childrenOf(row).length > 0;

function openAfter(open: ReadonlySet<number>, row: number, opens: boolean): Set<number> {
  const next = new Set(open);
  if (opens) next.add(row);
  else next.delete(row);
  return next;
}

/** One property at least is selected; of the others none means all. */
function chosenAfter(name: TreeName, { selected }: Chosen, row: number, adds: boolean): Set<number> {
  const wasSelected = selected.has(row);
  const next = new Set(adds ? selected : []);
  if (wasSelected && (adds || (selected.size === 1 && name !== 'metrics'))) next.delete(row);
  else next.add(row);
  return name === 'metrics' && next.size === 0 ? new Set([row]) : next;
}

function selectionOf(experiment: string, loaded: Loaded, chosen: Record<TreeName, Chosen>): Selected {
  const [property] = [...chosen.metrics.selected].map((row) => loaded.metrics.rows[row]?.name);
  const nodes = [...chosen.nodes.selected];
  const locations = [...chosen.places.selected].flatMap((row) => loaded.places.locationsOf(row));
  return {
    experiment,
    ...(property === undefined ? {} : { property }),
    ...(nodes.length === 0 ? {} : { nodes }),
    ...(locations.length === 0 ? {} : { locations: [...new Set(locations)].sort((a, b) => a - b) }),
  };
}

function worstOf(name: TreeName, loaded: Loaded, coupled: Coupled, { worst }: ExplorerState): number | undefined {
  if (name !== 'metrics') return heaviest(coupled[name]);
  const row = loaded.metrics.rows.findIndex((metric) => metric.name === worst);
  return row < 0 ? undefined : row;
}

/** Least and most weight of the rows below each row, as they are shown. */
function extremes(rows: readonly ShownRow[], parent: Int32Array): Map<number, readonly [number, number]> {
  const found = new Map<number, readonly [number, number]>();
  for (const { row, weight } of rows) {
    const over = elementAt(parent, row);
    const [least, most] = found.get(over) ?? [weight, weight];
    found.set(over, [Math.min(least, weight), Math.max(most, weight)]);
  }
  return found;
}

/** The next row behind one whose title has a text, from the beginning again behind the last. */
function nextWith(text: string, titleOf: (row: number) => string, size: number, from: number): number | undefined {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return undefined;
  for (let step = 1; step <= size; step++) {
    const row = (from + step) % size;
    if (titleOf(row).toLowerCase().includes(wanted)) return row;
  }
  return undefined;
}

function Find({ onFind }: { readonly onFind: (text: string) => boolean }) {
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
      field.current?.focus();
      event.preventDefault();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
  return (
    <>
      <input
        ref={field}
        type="search"
        aria-label="Find a call path; Enter finds the next one"
        placeholder="Find call path ( / )"
        onKeyDown={(event) => {
          if (event.key === 'Enter') setMissing(!onFind(event.currentTarget.value));
        }}
      />
      <span class="quiet" role="status">
        {missing ? 'not found' : ''}
      </span>
    </>
  );
}
