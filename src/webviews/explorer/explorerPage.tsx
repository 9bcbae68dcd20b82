import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { elementAt } from '../../base/elements.js';
import { windowIn } from '../../model/selection.js';
import { windowText } from '../../pictures/timeline/axis.js';
import { type ExplorerAction, explorerPage, type ExplorerState } from '../../protocol/pages/explorer.js';
import { useAnswers } from '../kit/answers.js';
import { isBoolean, isOneOf, isText, useKept } from '../kit/kept.js';
import { Failed, OfOutcome, Waiting } from '../kit/outcome.js';
import type { PageProps } from '../kit/start.js';
import { type ShownTree, treesCsv } from './exported.js';
import { ExportPanel } from './exportPanel.js';
import { type ShownPicture, ShownPictureContext } from './shownPicture.js';
import {
  type Chosen,
  chosenAfter,
  chosenOf,
  extremes,
  isOpen,
  pathToShow,
  selectionOf,
  type TreeName,
  weightBefore,
  worstOf,
} from './chosen.js';
import { above, openAfter, rootOf, type ShownRow, shownRows, weightOf } from '../kit/rows.js';
import { type Bases, comparing, hardlyMatters, modes, modeTitles, ratio, textOf } from './shares.js';
import { nextFound } from './finding.js';
import { KeysHelp } from './keysHelp.js';
import { MatrixTab } from './matrixTab.js';
import { BoxesTab } from './boxesTab.js';
import { BarsTab } from './places.js';
import { SearchTab } from './searchTab.js';
import { TimeTab } from './timeTab.js';
import { FlameTab, MapTab } from './treeTabs.js';
import { beforeOf, type Coupled, coupledOf, type Loaded, loadedOf, metricsAsked, nodesAsked } from './coupled.js';
import { Toolbar } from './toolbar.js';
import { type RowText, TreeGrid } from '../kit/treeGrid.js';
import { WeightCell } from './weightCell.js';

const tabs = ['places', 'bars', 'boxes', 'flame', 'map', 'time', 'matrix', 'search'] as const;
/** They need all of the page's width. */
const wideTabs: readonly string[] = ['time', 'matrix', 'search'];
type Tab = (typeof tabs)[number];
const tabTitles: Readonly<Record<Tab, string>> = {
  places: 'Places',
  bars: 'Bars',
  boxes: 'Boxes',
  flame: 'Flame',
  map: 'Map',
  time: 'Time',
  matrix: 'Matrix',
  search: 'Search',
};

/** Property, call path and place as three coupled trees. */
export function ExplorerPage({ host, state }: PageProps<ExplorerState, ExplorerAction>) {
  const { experiment } = state;
  const asks = experiment === null ? [] : [{ experiment: experiment.id }];
  const answers = useAnswers(host, 'trees', explorerPage.questions.trees, asks);
  const [ask] = asks;
  const outcome = ask === undefined ? undefined : answers.of(ask);
  const uncertain = useAnswers(host, 'uncertain', explorerPage.questions.uncertain, asks);
  const doubted = ask === undefined ? undefined : uncertain.of(ask);
  const isKnown = doubted?.is === 'answered' || doubted?.is === 'failed';
  // What is uncertain only hatches pictures: trees are shown without it where it is not to be had.
  const loaded = useMemo(
    () =>
      outcome?.is === 'answered' && isKnown
        ? loadedOf(outcome, doubted.is === 'answered' ? new Set(doubted.columns.location) : undefined)
        : undefined,
    [outcome, isKnown],
  );
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
      {experiment.doubt !== undefined && <p class="notice">{experiment.doubt}; the numbers are hatched.</p>}
      {outcome?.is === 'failed' && <Failed sentence={outcome.sentence} again={() => answers.again(ask)} />}
      {loaded === undefined ? (
        outcome?.is !== 'failed' && <Waiting />
      ) : (
        <Trees key={experiment.id} host={host} state={state} experiment={experiment.id} loaded={loaded} />
      )}
    </main>
  );
}

interface TreesProps {
  readonly host: PageProps<ExplorerState, ExplorerAction>['host'];
  readonly state: ExplorerState;
  readonly experiment: string;
  readonly loaded: Loaded;
}

function Trees({ host, state, experiment, loaded }: TreesProps) {
  const [chosenMode, setMode] = useKept(host, 'mode', 'run', isOneOf(modes));
  const [other, setOther] = useKept(host, 'other', '', isText);
  const [hidesZero, setHidesZero] = useKept(host, 'hidesZero', true, isBoolean);
  const [sorts, setSorts] = useKept(host, 'sorts', true, isBoolean);
  const [tab, setTab] = useKept(host, 'tab', 'places', isOneOf(tabs));
  const [followsWindow, setFollowsWindow] = useKept(host, 'window', true, isBoolean);
  const [chosen, setChosen] = useState(() => chosenOf(loaded, state));
  const picture = useRef<ShownPicture['current']>(undefined);
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
  const compared = state.others.find(({ id }) => id === other);
  const selectedWindow = windowIn(state.selection);
  // The same seconds of another run are not the same part of it.
  const window = followsWindow && compared === undefined ? selectedWindow : undefined;
  const ask = { experiment, properties, nodes, ...(window === undefined ? {} : { window }) };
  const asks = properties.length === 0 ? [] : [ask];
  const otherAsk = { experiment, properties, nodes, other: compared?.id ?? experiment };
  const otherAnswers = useAnswers(
    host,
    'counterpart',
    explorerPage.questions.counterpart,
    compared === undefined ? [] : asks.map(() => otherAsk),
  );
  const otherOutcome = compared === undefined ? undefined : otherAnswers.of(otherAsk);
  const before = useMemo(
    () => (otherOutcome?.is === 'answered' ? beforeOf(loaded, otherOutcome, compared?.name ?? '') : undefined),
    [otherOutcome],
  );
  const mode = compared === undefined && comparing.includes(chosenMode) ? 'run' : chosenMode;
  const answers = useAnswers(host, 'weights', explorerPage.questions.weights, asks);
  const outcome = answers.of(ask);
  const last = useRef<Coupled>(undefined);
  // What was answered before stays until the new answer is there.
  const answered = useMemo(() => (outcome.is === 'answered' ? coupledOf(loaded, outcome) : undefined), [outcome]);
  if (answered !== undefined) last.current = answered;
  const rowsOf = useRef(new Map<TreeName, KnownRows>());
  /** The tree that was used last: a search begins in it. */
  const used = useRef<TreeName>('nodes');
  const coupled = last.current;

  const select = (name: TreeName, next: Chosen): void => {
    const all = { ...chosen, [name]: next };
    setChosen(all);
    const selection = selectionOf(experiment, loaded, all, selectedWindow);
    host.act({ do: 'select', selection, ...pathToShow(name, next) });
  };
  const change = (name: TreeName, next: Partial<Chosen>): void => {
    used.current = name;
    setChosen((before) => ({ ...before, [name]: { ...before[name], ...next } }));
  };

  if (coupled === undefined)
    return (
      <OfOutcome outcome={outcome} again={() => answers.again(ask)}>
        {() => null}
      </OfOutcome>
    );
  // Moving among rows changes none of them.
  const shown = (name: TreeName, keepsRoots: boolean): readonly ShownRow[] => {
    const { open, selected, active } = chosen[name];
    // A search may lead to a row that weighs nothing.
    const found = active !== undefined && coupled[name].inclusive[active] === 0 ? active : undefined;
    const of = [coupled[name], open, selected, found, hidesZero, sorts];
    const known = rowsOf.current.get(name);
    if (known?.of.every((one, at) => one === of[at]) === true) return known.rows;
    const keeps = found === undefined ? selected : new Set([...selected, found]);
    const made = shownRows(loaded[name].tree, coupled[name], { open, hidesZero, sorts, keepsRoots, keeps });
    rowsOf.current.set(name, { of, rows: made });
    return made;
  };
  const rows = { metrics: shown('metrics', true), nodes: shown('nodes', false), places: shown('places', false) };
  const sumOf = (name: 'metrics' | 'nodes'): number =>
    [...chosen[name].selected].reduce(
      (sum, row) => sum + weightOf(coupled[name], row, isOpen(loaded[name].tree, chosen[name], row)),
      0,
    );
  const [property] = chosen.metrics.selected;
  const whole = window === undefined ? 'the run' : windowText(window);
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
    const basesOf = ({ row, weight, isOpen: exclusive }: ShownRow) => {
      const root = coupled[name].inclusive[rootOf(tree, row)] ?? 0;
      const unit = name === 'metrics' ? (loaded.metrics.rows[row]?.unit ?? '') : coupled.unit;
      const bases: Bases =
        name === 'metrics' ? { run: runOf(row), left: root, unit } : { run, left: left[name], unit: coupled.unit };
      const [least, most] = peers.get(elementAt(tree.parent, row)) ?? [weight, weight];
      const among = { weight, root, least, most, other: weightBefore(before?.coupled[name], row, exclusive) };
      return { among, bases, unit };
    };
    const text = (shown: ShownRow): RowText => {
      const { row, weight } = shown;
      const { among, bases } = basesOf(shown);
      return {
        title: loaded[name].titleOf(row),
        // Of single runs, no change is shown to be more than chance.
        isQuiet: mode === 'change' || hardlyMatters(weight, bases),
        more: `${loaded[name].titleOf(row)}: ${textOf('value', among, bases)}, ${textOf('run', among, bases)} of ${whole}${shown.isOpen ? ' exclusive' : ''}${compared === undefined ? '' : `; in ${compared.name} ${textOf('before', among, bases)}, change ${textOf('change', among, bases)}`}`,
      };
    };
    const one = chosen[name];
    return (
      <TreeGrid
        id={name}
        label={label}
        cells={{
          count: 2,
          before: (shown) => {
            const { among, bases, unit } = basesOf(shown);
            return (
              <WeightCell
                numbers={mode === 'run' && window !== undefined ? `share of ${whole}` : modeTitles[mode]}
                number={textOf(mode, among, bases)}
                // Time shows how bad something is.
                share={unit === 'seconds' ? ratio(shown.weight, bases.run) : 0}
              />
            );
          },
        }}
        selectsSeveral
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
  const csv = (): string => {
    const treeOf = (name: TreeName, title: string, unit: (row: number) => string): ShownTree => ({
      ...{ title, rows: rows[name], titleOf: loaded[name].titleOf, unit },
    });
    return treesCsv([
      treeOf('metrics', 'property', (row) => loaded.metrics.rows[row]?.unit ?? ''),
      treeOf('nodes', 'call path', () => coupled.unit),
      treeOf('places', 'place', () => coupled.unit),
    ]);
  };
  const toggle = (name: TreeName) => (row: number) =>
    change(name, { active: row, open: openAfter(chosen[name].open, row, !chosen[name].open.has(row)) });
  const openLine = (node: number): void => host.act({ do: 'openLine', experiment, node });
  const selectPlaces = (locations: readonly number[]): void => {
    const found = locations.flatMap((location) => loaded.places.rowOf.get(location) ?? []);
    const open = new Set([...chosen.places.open, ...above(loaded.places.tree, found)]);
    select('places', { open, active: found[0], selected: new Set(found) });
  };
  const selectNodes = (found: readonly number[]): void => {
    const open = new Set([...chosen.nodes.open, ...above(loaded.nodes.tree, found)]);
    select('nodes', { open, active: found[0], selected: new Set(found) });
  };
  const what = [...chosen.metrics.selected].map(loaded.metrics.titleOf).join(' and ');
  const where =
    nodes === null ? '' : ` in ${[...chosen.nodes.selected].map(loaded.nodes.titleOf).slice(0, 3).join(', ')}`;
  const told = `${what}${where}`;
  const shared = { host, ask, loaded, what: told, onPlace: selectPlaces };
  const placeTab = (): ComponentChildren => {
    switch (tab) {
      case 'places':
        return grid('places', `Places by ${told}`, toggle('places'));
      case 'bars':
        return <BarsTab {...shared} />;
      case 'boxes':
        return <BoxesTab {...shared} property={what} rows={rows} />;
      case 'flame':
        return (
          <FlameTab
            {...{ host, loaded, coupled, what, before }}
            chosen={chosen.nodes.selected}
            onChoose={selectNodes}
          />
        );
      case 'map':
        return <MapTab {...{ host, loaded, coupled, what: told }} onPlace={selectPlaces} />;
      case 'time': {
        const { locations = null } = selectionOf(experiment, loaded, chosen);
        return <TimeTab {...{ host, ask, loaded, what: told, locations, selected: selectedWindow }} />;
      }
      case 'matrix':
        return <MatrixTab {...{ host, experiment, window }} />;
      case 'search':
        return <SearchTab {...{ host, experiment, loaded }} />;
    }
  };
  return (
    <>
      <Toolbar
        {...{ mode, setMode, compared, setOther, hidesZero, setHidesZero, sorts, setSorts }}
        time={{
          ...{ selected: selectedWindow, follows: window !== undefined, setFollows: setFollowsWindow },
          forget: () => host.act({ do: 'select', selection: selectionOf(experiment, loaded, chosen) }),
        }}
        others={state.others}
        follows={state.follows}
        setFollows={(on) => host.act({ do: 'follow', on })}
        exporting={<ExportPanel {...{ host, experiment, csv }} shown={picture} />}
        find={(text) => {
          const found = nextFound(text, loaded, chosen, used.current);
          if (found === undefined) return false;
          const { name, row } = found;
          if (name === 'places') setTab('places');
          const { open: before } = chosen[name];
          const over = above(loaded[name].tree, [row]);
          const isSeen = [...over].every((one) => before.has(one));
          change(name, { open: isSeen ? before : new Set([...before, ...over]), active: row });
          return true;
        }}
      />
      {outcome.is === 'failed' && <Failed sentence={outcome.sentence} again={() => answers.again(ask)} />}
      {outcome.is === 'answered' && outcome.head.missing !== undefined && (
        <p class="notice" role="status">
          {outcome.head.missing}
        </p>
      )}
      {otherOutcome?.is === 'failed' && (
        <Failed sentence={otherOutcome.sentence} again={() => otherAnswers.again(otherAsk)} />
      )}
      {compared !== undefined && mode === 'change' && (
        <p class="quiet">
          Changes from {compared.name} to this run, both single runs: what repeats would show by chance is not known,
          see Compare for intervals.
        </p>
      )}
      <div
        class={`trees${wideTabs.includes(tab) ? ' wide' : ''}${state.experiment?.doubt === undefined ? '' : ' doubtful'}`}
      >
        <section aria-label="Property">
          <h2>Property</h2>
          {grid('metrics', 'Properties', toggle('metrics'))}
        </section>
        <section aria-label="Call path">
          <h2>Call path</h2>
          {grid('nodes', `Call paths by ${what}`, openLine)}
        </section>
        <section aria-label="Place">
          <div role="group" aria-label="View of locations" class="choice">
            {tabs.map((one) => (
              <button key={one} aria-pressed={one === tab} onClick={() => setTab(one)}>
                {tabTitles[one]}
              </button>
            ))}
          </div>
          <ShownPictureContext.Provider value={picture}>{placeTab()}</ShownPictureContext.Provider>
        </section>
      </div>
      <p role="status" class="quiet">
        {what}
        {where}:{' '}
        {textOf('value', { weight: left.places, root: 0, least: 0, most: 0 }, { run, left: 0, unit: coupled.unit })},{' '}
        {textOf('run', { weight: left.places, root: 0, least: 0, most: 0 }, { run, left: 0, unit: coupled.unit })} of{' '}
        {whole}.
      </p>
      <KeysHelp />
    </>
  );
}

/** Rows that were shown last, and what they follow from. */
interface KnownRows {
  readonly of: readonly unknown[];
  readonly rows: readonly ShownRow[];
}
