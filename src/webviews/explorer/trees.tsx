import { useRef } from 'preact/hooks';
import { Failed, OfOutcome } from '../kit/outcome.js';
import { above, openAfter } from '../kit/rows.js';
import { runBases } from './bases.js';
import { selectionOf, type TreeName } from './chosen.js';
import { type ShownTree, treesCsv } from './exported.js';
import { ExportPanel } from './exportPanel.js';
import { nextFound } from './finding.js';
import { KeysHelp } from './keysHelp.js';
import { PlaceViews } from './placeViews.js';
import { textOf } from './shares.js';
import type { ShownPicture } from './shownPicture.js';
import { Toolbar } from './toolbar.js';
import { type TreesProps, useChosen, useLook, useNumbers, useTreeRows } from './useTrees.js';
import { type ShownTrees, WeightTree, wholeOf } from './weightTree.js';

/** They need all of the page's width. */
const wideTabs: readonly string[] = ['time', 'matrix', 'search'];

type Look = ReturnType<typeof useLook>;
type Numbers = ReturnType<typeof useNumbers>;

/** Property, call path and place of a run. */
export function Trees(props: TreesProps) {
  const look = useLook(props.host);
  const choice = useChosen(props);
  const numbers = useNumbers(props, choice.chosen, look);
  const { coupled, outcome, mode, window, before, compared } = numbers;
  const rows = useTreeRows(props.loaded, choice.chosen, coupled, look);
  if (coupled === undefined || rows === undefined)
    return (
      <OfOutcome outcome={outcome} again={numbers.askAgain}>
        {() => null}
      </OfOutcome>
    );
  const { state, loaded } = props;
  const bases = runBases(loaded, coupled, choice.chosen);
  const trees = {
    ...{ loaded, coupled, state, choice, rows, bases, mode, window, before },
    compared: compared?.name,
  };
  return <CoupledTrees {...props} {...{ look, numbers, trees }} />;
}

interface CoupledProps extends TreesProps {
  readonly look: Look;
  readonly numbers: Numbers;
  readonly trees: ShownTrees;
}

/** Returns the selection in words: properties, and the call paths. */
function toldOf({ loaded, choice: { chosen } }: ShownTrees): { readonly what: string; readonly where: string } {
  const { metrics, nodes } = chosen;
  const named = [...nodes.selected].map(loaded.nodes.titleOf).slice(0, 3).join(', ');
  return {
    what: [...metrics.selected].map(loaded.metrics.titleOf).join(' and '),
    where: nodes.selected.size === 0 ? '' : ` in ${named}`,
  };
}

function CoupledTrees(props: CoupledProps) {
  const { host, state, experiment, look, numbers, trees } = props;
  const picture = useRef<ShownPicture['current']>(undefined);
  const { chosen, change } = trees.choice;
  const { what, where } = toldOf(trees);
  const toggle = (name: TreeName) => (row: number) =>
    change(name, { active: row, open: openAfter(chosen[name].open, row, !chosen[name].open.has(row)) });
  const openLine = (node: number): void => host.act({ do: 'openLine', experiment, node });
  const width = wideTabs.includes(look.tab) ? ' wide' : '';
  return (
    <>
      <Tools {...props} picture={picture} />
      <Notices numbers={numbers} />
      <div class={`trees${width}${state.experiment?.doubt === undefined ? '' : ' doubtful'}`}>
        <section aria-label="Property">
          <h2>Property</h2>
          <WeightTree trees={trees} name="metrics" label="Properties" onEnter={toggle('metrics')} />
        </section>
        <section aria-label="Call path">
          <h2>Call path</h2>
          <WeightTree trees={trees} name="nodes" label={`Call paths by ${what}`} onEnter={openLine} />
        </section>
        <PlaceViews
          {...{ host, trees, picture, tab: look.tab, setTab: look.setTab, property: what, what: `${what}${where}` }}
          {...{ ask: numbers.ask, selectedWindow: numbers.selectedWindow }}
          tree={() => (
            <WeightTree trees={trees} name="places" label={`Locations by ${what}${where}`} onEnter={toggle('places')} />
          )}
        />
      </div>
      <Sum trees={trees} />
      <KeysHelp />
    </>
  );
}

/** Controls of the contents and presentation of the trees. */
function Tools({
  host,
  state,
  experiment,
  loaded,
  look,
  numbers: { mode, compared, selectedWindow, window },
  trees,
  picture,
}: CoupledProps & { readonly picture: ShownPicture }) {
  const { chosen, change, used } = trees.choice;
  const find = (text: string): boolean => {
    const found = nextFound(text, loaded, chosen, used.current);
    if (found === undefined) return false;
    const { name, row } = found;
    if (name === 'places') look.setTab('places');
    const { open: before } = chosen[name];
    const over = above(loaded[name].tree, [row]);
    const isSeen = [...over].every((one) => before.has(one));
    change(name, { open: isSeen ? before : new Set([...before, ...over]), active: row });
    return true;
  };
  const { setMode, setOther, hidesZero, setHidesZero, sorts, setSorts } = look;
  return (
    <Toolbar
      {...{ mode, setMode, compared, setOther, hidesZero, setHidesZero, sorts, setSorts, find }}
      time={{
        ...{ selected: selectedWindow, follows: window !== undefined, setFollows: look.setFollowsWindow },
        forget: () => host.act({ do: 'select', selection: selectionOf(experiment, loaded, chosen) }),
      }}
      others={state.others}
      follows={state.follows}
      setFollows={(on) => host.act({ do: 'follow', on })}
      exporting={<ExportPanel {...{ host, experiment, csv: () => csvOf(trees) }} shown={picture} />}
    />
  );
}

/** The trees as a table. */
function csvOf({ loaded, coupled, rows }: ShownTrees): string {
  const treeOf = (name: TreeName, title: string, unit: (row: number) => string): ShownTree => ({
    ...{ title, rows: rows[name], titleOf: loaded[name].titleOf, unit },
  });
  return treesCsv([
    treeOf('metrics', 'property', (row) => loaded.metrics.rows[row]?.unit ?? ''),
    treeOf('nodes', 'call path', () => coupled.unit),
    treeOf('places', 'place', () => coupled.unit),
  ]);
}

/** Missing or uncertain numbers. */
function Notices({
  numbers: { outcome, otherOutcome, askAgain, askOtherAgain, compared, mode },
}: Pick<CoupledProps, 'numbers'>) {
  return (
    <>
      {outcome.is === 'failed' && <Failed sentence={outcome.sentence} again={askAgain} />}
      {outcome.is === 'answered' && outcome.head.missing !== undefined && (
        <p class="notice" role="status">
          {outcome.head.missing}
        </p>
      )}
      {otherOutcome?.is === 'failed' && <Failed sentence={otherOutcome.sentence} again={askOtherAgain} />}
      {compared !== undefined && mode === 'change' && (
        <p class="quiet">
          Changes from {compared.name} to this run, both single runs: what repeats would show by chance is not known,
          see Compare for intervals.
        </p>
      )}
    </>
  );
}

/** The amount of all that is selected. */
function Sum({ trees }: Pick<CoupledProps, 'trees'>) {
  const { run, left } = trees.bases;
  const { what, where } = toldOf(trees);
  const among = { weight: left.places, root: 0, least: 0, most: 0 };
  const bases = { run, left: 0, unit: trees.coupled.unit };
  return (
    <p role="status" class="quiet">
      {what}
      {where}: {textOf('value', among, bases)}, {textOf('run', among, bases)} of {wholeOf(trees)}.
    </p>
  );
}
