/** State of the three trees: how they look, what is chosen in them, what their rows weigh, and which rows are shown. */
import { present } from '../../base/present.js';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { windowIn } from '../../model/selection.js';
import {
  type ExplorerAction,
  explorerPage,
  type ExplorerQuestions,
  type ExplorerState,
} from '../../protocol/pages/explorer.js';
import type { Asked } from '../../protocol/pages/questions.js';
import { useAnswers } from '../kit/answers.js';
import { isBoolean, isOneOf, isText, useKept } from '../kit/kept.js';
import { above, type ShownRow, shownRows } from '../kit/rows.js';
import type { PageProps } from '../kit/start.js';
import { type Chosen, chosenOf, pathToShow, selectionOf, type TreeName } from './chosen.js';
import { beforeOf, type Coupled, coupledOf, type Loaded, metricsAsked, nodesAsked } from './coupled.js';
import { comparing, modes } from './shares.js';

/** Views of locations. */
export const tabs = ['places', 'bars', 'boxes', 'flame', 'map', 'time', 'matrix', 'search'] as const;
export type Tab = (typeof tabs)[number];

export interface TreesProps {
  readonly host: PageProps<ExplorerState, ExplorerAction>['host'];
  readonly state: ExplorerState;
  readonly experiment: string;
  readonly loaded: Loaded;
}

/** Returns the presentation settings of trees that the page keeps. */
export function useLook(host: TreesProps['host']) {
  const [mode, setMode] = useKept(host, 'mode', 'run', isOneOf(modes));
  const [other, setOther] = useKept(host, 'other', '', isText);
  const [hidesZero, setHidesZero] = useKept(host, 'hidesZero', true, isBoolean);
  const [sorts, setSorts] = useKept(host, 'sorts', true, isBoolean);
  const [tab, setTab] = useKept(host, 'tab', 'places', isOneOf(tabs));
  const [followsWindow, setFollowsWindow] = useKept(host, 'window', true, isBoolean);
  return {
    ...{ mode, setMode, other, setOther, hidesZero, setHidesZero, sorts, setSorts, tab, setTab },
    ...{ followsWindow, setFollowsWindow },
  };
}

/** Returns the choice in the trees; a selection of another view replaces it, and opens rows. */
export function useChosen({ host, state, experiment, loaded }: TreesProps) {
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
  /** The tree that was used last: a search begins in it. */
  const used = useRef<TreeName>('nodes');
  const select = (name: TreeName, next: Chosen): void => {
    const all = { ...chosen, [name]: next };
    setChosen(all);
    const selection = selectionOf(experiment, loaded, all, windowIn(state.selection));
    host.act({ do: 'select', selection, ...pathToShow(name, next) });
  };
  return {
    chosen,
    used,
    select,
    change: (name: TreeName, next: Partial<Chosen>): void => {
      used.current = name;
      setChosen((before) => ({ ...before, [name]: { ...before[name], ...next } }));
    },
    /** Selects rows and opens what holds them. */
    selectRows: (name: TreeName, rows: readonly number[]): void => {
      const open = new Set([...chosen[name].open, ...above(loaded[name].tree, rows)]);
      select(name, { open, active: rows[0], selected: new Set(rows) });
    },
  };
}

type AllChosen = ReturnType<typeof useChosen>['chosen'];
type Compared = ExplorerState['others'][number] | undefined;
type Asks = readonly Pick<Asked<ExplorerQuestions['weights']>, 'properties' | 'nodes'>[];

/** The experiment that numbers are compared with, in the rows of the one that is shown. */
function useBefore({ host, experiment, loaded }: TreesProps, [asked]: Asks, compared: Compared) {
  const ask = { experiment, properties: [], nodes: null, ...asked, other: compared?.id ?? experiment };
  const asks = compared === undefined || asked === undefined ? [] : [ask];
  const answers = useAnswers(host, 'counterpart', explorerPage.questions.counterpart, asks);
  const outcome = compared === undefined ? undefined : answers.of(ask);
  const before = useMemo(
    () => (outcome?.is === 'answered' ? beforeOf(loaded, outcome, compared?.name ?? '') : undefined),
    [outcome],
  );
  return { before, otherOutcome: outcome, askOtherAgain: () => answers.again(ask) };
}

/** Returns the weights of all rows for the choice, here and in the compared experiment. */
export function useNumbers(
  props: TreesProps,
  chosen: AllChosen,
  look: Pick<ReturnType<typeof useLook>, 'mode' | 'other' | 'followsWindow'>,
) {
  const { host, state, experiment, loaded } = props;
  const properties = metricsAsked(loaded, chosen.metrics);
  const nodes = nodesAsked(loaded, chosen.nodes);
  const compared = state.others.find(({ id }) => id === look.other);
  const selectedWindow = windowIn(state.selection);
  // The same seconds of another run are not the same part of it.
  const window = look.followsWindow && compared === undefined ? selectedWindow : undefined;
  const ask = { experiment, properties, nodes, ...present({ window }) };
  const asks = properties.length === 0 ? [] : [ask];
  const other = useBefore(props, asks, compared);
  const answers = useAnswers(host, 'weights', explorerPage.questions.weights, asks);
  const outcome = answers.of(ask);
  const last = useRef<Coupled>(undefined);
  // The previous answer is kept until the new one arrives.
  const answered = useMemo(() => (outcome.is === 'answered' ? coupledOf(loaded, outcome) : undefined), [outcome]);
  if (answered !== undefined) last.current = answered;
  return {
    ...{ ask, outcome, askAgain: () => answers.again(ask), coupled: last.current, compared, ...other },
    /** The part of the run that is selected, and the one that numbers are of. */
    ...{ selectedWindow, window },
    mode: compared === undefined && comparing.includes(look.mode) ? 'run' : look.mode,
  };
}

/** Rows that were shown last, and what they follow from. */
interface KnownRows {
  readonly of: readonly unknown[];
  readonly rows: readonly ShownRow[];
}

/** The rows that are shown. Moving among rows changes none of them. */
export function useTreeRows(
  loaded: Loaded,
  chosen: AllChosen,
  coupled: Coupled | undefined,
  { hidesZero, sorts }: Pick<ReturnType<typeof useLook>, 'hidesZero' | 'sorts'>,
): Readonly<Record<TreeName, readonly ShownRow[]>> | undefined {
  const rowsOf = useRef(new Map<TreeName, KnownRows>());
  if (coupled === undefined) return undefined;
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
  return { metrics: shown('metrics', true), nodes: shown('nodes', false), places: shown('places', false) };
}
