import { windowText } from '../../pictures/timeline/axis.js';
import type { Window } from '../../pictures/timeline/frame.js';
import { openAfter, type ShownRow } from '../kit/rows.js';
import { type RowText, TreeGrid } from '../kit/treeGrid.js';
import { basesOf, type RunBases } from './bases.js';
import { chosenAfter, type TreeName, worstOf } from './chosen.js';
import type { Before, Coupled, Loaded } from './coupled.js';
import { hardlyMatters, type Mode, modeTitles, ratio, textOf } from './shares.js';
import type { TreesProps, useChosen } from './useTrees.js';
import { WeightCell } from './weightCell.js';

/** Contents of the three trees. */
export interface ShownTrees {
  readonly loaded: Loaded;
  readonly coupled: Coupled;
  readonly state: TreesProps['state'];
  readonly choice: ReturnType<typeof useChosen>;
  readonly rows: Readonly<Record<TreeName, readonly ShownRow[]>>;
  readonly bases: RunBases;
  readonly mode: Mode;
  /** The part of the run that numbers are of; undefined for all of it. */
  readonly window: Window | undefined;
  /** The experiment with which numbers are compared: its name, and its numbers once available. */
  readonly compared: string | undefined;
  readonly before: Before | undefined;
}

/** Returns the base of a share of the run, in words. */
export const wholeOf = ({ window }: Pick<ShownTrees, 'window'>): string =>
  window === undefined ? 'the run' : windowText(window);

/** One of the trees, with a number at each row. */
export function WeightTree({
  trees,
  name,
  label,
  onEnter,
}: {
  readonly trees: ShownTrees;
  readonly name: TreeName;
  readonly label: string;
  readonly onEnter: (row: number) => void;
}) {
  const { loaded, coupled, state, rows, mode, window, compared } = trees;
  const { chosen, change, select, selectRows } = trees.choice;
  const one = chosen[name];
  const numbersOf = basesOf(name, trees, rows[name]);
  const whole = wholeOf(trees);
  const text = (shown: ShownRow): RowText => {
    const { row, weight } = shown;
    const { among, bases } = numbersOf(shown);
    return {
      title: loaded[name].titleOf(row),
      // Of single runs, no change is shown to be more than chance.
      isQuiet: mode === 'change' || hardlyMatters(weight, bases),
      more: `${loaded[name].titleOf(row)}: ${textOf('value', among, bases)}, ${textOf('run', among, bases)} of ${whole}${shown.isOpen ? ' exclusive' : ''}${compared === undefined ? '' : `; in ${compared} ${textOf('before', among, bases)}, change ${textOf('change', among, bases)}`}`,
    };
  };
  const cell = (shown: ShownRow) => {
    const { among, bases, unit } = numbersOf(shown);
    return (
      <WeightCell
        numbers={mode === 'run' && window !== undefined ? `share of ${whole}` : modeTitles[mode]}
        number={textOf(mode, among, bases)}
        // Time shows how bad something is.
        share={unit === 'seconds' ? ratio(shown.weight, bases.run) : 0}
      />
    );
  };
  return (
    <TreeGrid
      id={name}
      label={label}
      cells={{ count: 2, before: cell }}
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
        if (worst !== undefined) selectRows(name, [worst]);
      }}
    />
  );
}
