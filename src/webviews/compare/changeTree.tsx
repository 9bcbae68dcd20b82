import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { relativeText } from '../../base/changeText.js';
import { duration, fileName } from '../../base/text.js';
import {
  type CompareAction,
  comparePage,
  type CompareState,
  type ShownComparison,
  type TreeProperty,
} from '../../protocol/pages/compare.js';
import { useAnswers } from '../kit/answers.js';
import { Find } from '../kit/find.js';
import type { Host } from '../kit/host.js';
import { isBoolean, isText, useKept } from '../kit/kept.js';
import { OfOutcome } from '../kit/outcome.js';
import { above, nextWith, openAfter, type ShownRow, shownRows } from '../kit/rows.js';
import { type RowText, TreeGrid } from '../kit/treeGrid.js';
import { ChangeBar, lostOrWon, PresenceTag, sideOf } from './changeParts.js';
import { type ChangeRows, changeRowsOf, largestChange, openAtFirst, withoutUnchanged } from './changeRows.js';
import { RankValues } from './rankValues.js';

interface ChangeTreeProps {
  readonly host: Host<CompareState, CompareAction>;
  readonly comparison: ShownComparison;
}

/** The changes of one property along the call tree. */
export function ChangeTree({ host, comparison }: ChangeTreeProps) {
  const { id, group, properties } = comparison;
  const [wanted, setWanted] = useKept(host, 'property', 'time', isText);
  const [hidesUnchanged, setHidesUnchanged] = useKept(host, 'hidesUnchanged', false, isBoolean);
  const property = properties.find((one) => one.property === wanted) ?? properties[0];
  const asks = property === undefined ? [] : [{ comparison: id, group, property: property.property }];
  const answers = useAnswers(host, 'changeTree', comparePage.questions.changeTree, asks);
  const [ask] = asks;
  if (property === undefined || ask === undefined) return <p class="quiet">These experiments have no times.</p>;
  const controls = (
    <>
      <Property properties={properties} chosen={property} onChoose={setWanted} />
      <label title="Merge call paths that did not change into one row">
        <input
          type="checkbox"
          checked={hidesUnchanged}
          onChange={(event) => setHidesUnchanged(event.currentTarget.checked)}
        />
        hide unchanged
      </label>
    </>
  );
  return (
    <OfOutcome outcome={answers.of(ask)} again={() => answers.again(ask)}>
      {(answer) => <Paths {...{ host, comparison, property, hidesUnchanged, controls, answer }} />}
    </OfOutcome>
  );
}

function Property({
  properties,
  chosen,
  onChoose,
}: {
  readonly properties: readonly TreeProperty[];
  readonly chosen: TreeProperty;
  readonly onChoose: (property: string) => void;
}) {
  const options = (isInTime: boolean) =>
    properties
      .filter((one) => one.isInTime === isInTime)
      .map(({ property, title, depth }) => (
        <option key={property} value={property}>
          {'\u00a0\u00a0'.repeat(depth) + title}
        </option>
      ));
  const causes = options(false);
  return (
    <label>
      Property
      <select value={chosen.property} onChange={(event) => onChoose(event.currentTarget.value)}>
        <optgroup label="Time">{options(true)}</optgroup>
        {causes.length > 0 && <optgroup label="Causes of waiting">{causes}</optgroup>}
      </select>
    </label>
  );
}

/** Which call paths are open, by their numbers in the comparison, as the page keeps them. */
interface KeptPaths {
  readonly comparison: string;
  readonly open: readonly number[];
}

const isKeptPaths = (value: unknown): value is KeptPaths | null =>
  value === null ||
  (typeof value === 'object' &&
    'comparison' in value &&
    isText(value.comparison) &&
    'open' in value &&
    Array.isArray(value.open) &&
    value.open.every((path) => typeof path === 'number'));

type Answer = Parameters<typeof changeRowsOf>[0];

/** The open rows; those of another comparison are forgotten. */
function useOpenRows(host: ChangeTreeProps['host'], comparison: string, all: ChangeRows) {
  const [kept, setKept] = useKept<KeptPaths | null>(host, 'openPaths', null, isKeptPaths);
  const open = useMemo(() => {
    if (kept?.comparison !== comparison) return openAtFirst(all);
    const paths = new Set(kept.open);
    return new Set(Array.from({ length: all.tree.size }, (_, row) => row).filter((row) => paths.has(pathOf(all, row))));
  }, [kept, comparison, all]);
  const setOpen = (rows: ReadonlySet<number>): void => {
    // Call paths that the chosen property does not have stay open for others.
    const here = new Set(Array.from({ length: all.tree.size }, (_, row) => pathOf(all, row)));
    const others = kept?.comparison === comparison ? kept.open.filter((path) => !here.has(path)) : [];
    setKept({ comparison, open: [...others, ...[...rows].map((row) => pathOf(all, row))] });
  };
  return [open, setOpen] as const;
}

const pathOf = ({ callPathOf }: ChangeRows, row: number): number => callPathOf(row) ?? -1;

/** The rows that are shown, and those that keys act on and that are selected, which follow their call paths. */
function usePathRows(changes: ChangeRows, open: ReadonlySet<number>) {
  const [activePath, setActivePath] = useState<number>();
  const [selectedPath, setSelectedPath] = useState<number>();
  const rows = useMemo(
    () => shownRows(changes.tree, changes.weights, { open, hidesZero: false, sorts: true }),
    [changes, open],
  );
  const rowOf = (path: number | undefined): ShownRow | undefined =>
    path === undefined ? undefined : rows.find(({ row }) => rowKey(changes, row) === path);
  const selected = rowOf(selectedPath);
  return {
    rows,
    current: rowOf(activePath) ?? rows[0],
    selected,
    activate: (row: number): void => setActivePath(rowKey(changes, row)),
    /** Selects a row, or takes the selection from it. */
    select: (row: number): void => setSelectedPath(row === selected?.row ? undefined : changes.callPathOf(row)),
  };
}

interface PathsProps extends ChangeTreeProps {
  readonly property: TreeProperty;
  readonly hidesUnchanged: boolean;
  /** Controls of the contents and presentation of the tree. */
  readonly controls: ComponentChildren;
  readonly answer: Answer;
}

function Paths({ host, comparison, property, hidesUnchanged, controls, answer }: PathsProps) {
  const all = useMemo(() => changeRowsOf(answer), [answer]);
  const changes = useMemo(() => (hidesUnchanged ? withoutUnchanged(all) : all), [all, hidesUnchanged]);
  const [open, setOpen] = useOpenRows(host, comparison.id, all);
  const { rows, current, selected, activate, select } = usePathRows(changes, open);
  const lead = (row: number | undefined): boolean => {
    if (row === undefined) return false;
    setOpen(new Set([...open, ...above(all.tree, [row])]));
    activate(row);
    return true;
  };
  const openLine = (row: number): void => {
    const place = changes.placeOf(row);
    if (place !== undefined) host.act({ do: 'openPlace', ...place });
  };
  const find = (text: string): boolean => lead(nextWith(text, all.titleOf, all.tree.size, current?.row ?? -1));
  return (
    <>
      <div class="bar">
        {controls}
        {rows.length > 0 && <Find what="a call path" onFind={find} />}
      </div>
      {rows.length === 0 ? (
        <p class="quiet">No call path has {property.title}.</p>
      ) : (
        <div class={changes.hasIntervals ? 'repeated' : undefined}>
          <TreeGrid
            id="change"
            label={`Changes of ${property.title} by call path`}
            cells={cellsOf(changes)}
            selectsSeveral={false}
            rows={rows}
            textOf={(shown) => rowText(changes, shown)}
            selected={new Set(selected === undefined ? [] : [selected.row])}
            active={current?.row}
            onActive={activate}
            onSelect={select}
            onOpen={(row, opens) => {
              activate(row);
              setOpen(openAfter(open, row, opens));
            }}
            onEnter={openLine}
            onWorst={() => lead(largestChange(all))}
          />
        </div>
      )}
      {current !== undefined && <Reading text={rowText(changes, current).more} />}
      {selected !== undefined && <ByRank {...{ host, comparison, property, changes, selected }} />}
    </>
  );
}

/** The row of the keys, read out, and what keys do. */
function Reading({ text }: { readonly text: string }) {
  return (
    <>
      <p class="reading">{text}</p>
      <p class="quiet">
        Collapsed rows show inclusive values, expanded rows exclusive values. Enter opens the line, Space shows the
        ranks, . goes to the largest change.
      </p>
    </>
  );
}

/** Returns the call path of a row; rows that combine several have negative numbers. */
const rowKey = ({ callPathOf }: ChangeRows, row: number): number => callPathOf(row) ?? -1 - row;

function ByRank({
  host,
  comparison,
  property,
  changes,
  selected: { row, isOpen },
}: ChangeTreeProps & {
  readonly property: TreeProperty;
  readonly changes: ChangeRows;
  readonly selected: ShownRow;
}) {
  const callPath = changes.callPathOf(row);
  if (callPath === undefined) return null;
  const contains = isOpen ? 'specific' : 'inclusive';
  const what = `${property.title} in ${changes.titleOf(row)}`;
  const cell = { property: property.property, callPath, contains } as const;
  return <RankValues key={`${comparison.id} ${what}`} host={host} comparison={comparison} row={{ what, cell }} />;
}

function rowText(changes: ChangeRows, { row, isOpen, hasChildren }: ShownRow): RowText {
  const change = changes.changeOf(row, isOpen);
  const { before, after, absolute, interval } = change;
  const place = changes.placeOf(row);
  const parts = [
    `${changes.titleOf(row)}: ${lostOrWon(absolute)}${interval === undefined ? '' : ` ${intervalText(interval)}`}`,
    `${duration(before)} → ${duration(after)}`,
    ...(hasChildren ? [isOpen ? 'exclusive' : 'inclusive'] : []),
    ...(changes.hasIntervals && !change.isShown ? ['no change shown'] : []),
    ...(place === undefined ? [] : [`${fileName(place.file)}:${place.line}`]),
  ];
  return {
    title: changes.titleOf(row),
    isQuiet: !change.isShown,
    more: parts.join(', '),
    tag: <PresenceTag presence={changes.presenceOf(row)} />,
  };
}

const intervalText = ({ low, high }: { readonly low: number; readonly high: number }): string =>
  `[${lostOrWon(low)}, ${lostOrWon(high)}]`;

/** The columns next to the names. */
function cellsOf(changes: ChangeRows) {
  const { tree, hasIntervals, changeOf } = changes;
  const titles = ['Change', ...(hasIntervals ? ['95 % interval'] : []), 'Relative', 'Before', 'After'];
  const largest = Math.max(0, ...tree.roots.map((row) => Math.abs(changeOf(row, false).absolute)));
  return {
    count: titles.length + 1,
    head: (
      <>
        <span role="columnheader" class="name">
          Call path
        </span>
        {titles.map((title) => (
          <span key={title} role="columnheader" class={classOf(title)}>
            {title}
          </span>
        ))}
      </>
    ),
    after: ({ row, isOpen }: ShownRow) => {
      const change = changeOf(row, isOpen);
      const texts: Readonly<Record<string, string>> = {
        Change: lostOrWon(change.absolute),
        '95 % interval': change.interval === undefined ? '' : intervalText(change.interval),
        Relative: change.relative === undefined ? '' : relativeText(change),
        Before: duration(change.before),
        After: duration(change.after),
      };
      return titles.map((title) => (
        <span key={title} role="gridcell" class={`${classOf(title)} ${title === 'Change' ? sideOf(change) : ''}`}>
          {title === 'Change' && <ChangeBar change={change} largest={largest} />}
          {texts[title]}
        </span>
      ));
    },
  };
}

/** Wide columns have a bar or two numbers. */
const classOf = (title: string): string => (title === 'Change' || title === '95 % interval' ? 'number wide' : 'number');
