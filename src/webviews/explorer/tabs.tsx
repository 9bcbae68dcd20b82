import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { elementAt } from '../../base/elements.js';
import { counted, percent, quantity } from '../../base/text.js';
import { severityLevel } from '../../model/severityLevel.js';
import { lookOf } from '../kit/look.js';
import { flameOf, foldOf, spreadOf } from './pictures.js';
import type { Tree, Weights } from './rows.js';
import { ratio } from './shares.js';

/** Rows of a picture at most: those that weigh most. */
const MOST_ROWS = 128;

/** A picture with the sentence that says it, and the same numbers as a table. */
export function Told({
  sentence,
  heads,
  lines,
  children,
}: {
  readonly sentence: string;
  readonly heads: readonly string[];
  readonly lines: readonly (readonly string[])[];
  readonly children: ComponentChildren;
}) {
  const [asTable, setAsTable] = useState(false);
  return (
    <div
      onKeyDown={(event) => {
        if (event.key === 't' && !(event.target instanceof HTMLInputElement)) setAsTable(!asTable);
      }}
    >
      <p role="status">{sentence}</p>
      <button aria-pressed={asTable} title="t" onClick={() => setAsTable(!asTable)}>
        As a table
      </button>
      {asTable ? (
        <div class="picture" tabIndex={0} role="region" aria-label="As a table">
          <table>
            <thead>
              <tr>
                {heads.map((head, at) => (
                  <th key={head} scope="col" class={at === 0 ? undefined : 'number'}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map(([first, ...cells], at) => (
                <tr key={at}>
                  <th scope="row">{first}</th>
                  {cells.map((cell, index) => (
                    <td key={index} class="number">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        children
      )}
    </div>
  );
}

/** Values by location, and what they are called. */
export interface Located {
  readonly unit: string;
  /** Locations that run the program, in the order of the tree. */
  readonly locations: readonly number[];
  readonly nameOf: (location: number) => string;
}

/** Each location's value as a bar, stacked of the functions that have most of it. */
export function Bars({
  at: { unit, locations, nameOf },
  whole,
  parts,
  what,
}: {
  readonly at: Located;
  /** By location. */
  readonly whole: Float64Array;
  readonly parts: readonly { readonly title: string; readonly values: Float64Array }[];
  readonly what: string;
}) {
  const sorted = locations.toSorted((a, b) => elementAt(whole, b) - elementAt(whole, a) || a - b);
  const shown = sorted.slice(0, MOST_ROWS);
  const inOrder = locations.filter((location) => shown.includes(location));
  const [worst] = sorted;
  if (worst === undefined) return <p>There are no locations.</p>;
  const largest = Math.max(...shown.map((location) => elementAt(whole, location)), 0);
  const sum = locations.reduce((total, location) => total + elementAt(whole, location), 0);
  const rest = (location: number): number =>
    elementAt(whole, location) - parts.reduce((total, { values }) => total + elementAt(values, location), 0);
  const told = [...parts.map(({ title, values }) => ({ title, of: (at: number) => elementAt(values, at) }))];
  const all = [...told, { title: 'other functions', of: rest }];
  const left = locations.length - shown.length;
  const sentence = `${what}: most on ${nameOf(worst)}, ${quantity(elementAt(whole, worst), unit)}; ${quantity(sum / locations.length, unit)} on average of ${counted(locations.length, 'location')}${left > 0 ? `, of which the ${MOST_ROWS} with most are shown` : ''}.`;
  return (
    <Told
      sentence={sentence}
      heads={['Location', 'All', ...all.map(({ title }) => title)]}
      lines={inOrder.map((location) => [
        nameOf(location),
        quantity(elementAt(whole, location), unit),
        ...all.map(({ of }) => quantity(of(location), unit)),
      ])}
    >
      <ul class="legend">
        {all.map(({ title }, index) => (
          <li key={index}>
            <span class="key" style={{ background: inkOf(index, parts.length) }} aria-hidden="true" />
            {title}
          </li>
        ))}
      </ul>
      <div class="picture" aria-hidden="true">
        {inOrder.map((location) => (
          <div key={location} class="line">
            <span class="of">{nameOf(location)}</span>
            <span class="stack">
              {all.map(({ title, of }, index) => (
                <span
                  key={index}
                  title={`${title}: ${quantity(of(location), unit)}`}
                  style={{
                    width: `${100 * Math.max(0, ratio(of(location), largest))}%`,
                    background: inkOf(index, parts.length),
                  }}
                />
              ))}
            </span>
            <span class="number">{quantity(elementAt(whole, location), unit)}</span>
          </div>
        ))}
      </div>
    </Told>
  );
}

const inkOf = (index: number, known: number): string =>
  index < known ? `var(--vscode-charts-${lookOf(index).color})` : 'var(--vscode-descriptionForeground)';

/** How the values of some rows are spread over the locations. */
export function Boxes({
  at: { unit, locations, nameOf },
  rows,
  what,
}: {
  readonly at: Located;
  readonly rows: readonly { readonly title: string; readonly values: Float64Array }[];
  readonly what: string;
}) {
  const spreads = rows.map(({ title, values }) => ({
    title,
    values: Float64Array.from(locations, (location) => elementAt(values, location)),
  }));
  const told = spreads.flatMap((one) => (one.values.length === 0 ? [] : [{ ...one, ...spreadOf(one.values) }]));
  const low = Math.min(0, ...told.map(({ least }) => least));
  const high = Math.max(0, ...told.map(({ most }) => most));
  const x = (value: number): string => `${100 * ratio(value - low, high - low)}%`;
  const name = (at: number): string => nameOf(elementAt(locations, at));
  const [widest] = told.toSorted((a, b) => b.most - b.least - (a.most - a.least));
  if (widest === undefined) return <p>There is nothing to be spread.</p>;
  const far = widest.values.indexOf(widest.most);
  const sentence = `${what} over ${counted(locations.length, 'location')}: ${widest.title} is spread most, from ${quantity(widest.least, unit)} to ${quantity(widest.most, unit)} on ${name(far)}, median ${quantity(widest.median, unit)}.`;
  const text = (value: number): string => quantity(value, unit);
  return (
    <Told
      sentence={sentence}
      heads={['Row', 'Least', '1st quartile', 'Median', '3rd quartile', 'Most', 'Mean', 'Outliers']}
      lines={told.map(({ title, least, lower, median, upper, most, mean, outliers }) => [
        title,
        ...[least, lower, median, upper, most, mean].map(text),
        outliers.map(name).slice(0, 16).join(', '),
      ])}
    >
      <p class="quiet">
        Boxes from the first to the third quartile with the median, lines to what is farthest within 1.5 of their
        distance, a thin line for the mean, points for outliers; from {text(low)} to {text(high)}.
      </p>
      <div class="picture" aria-hidden="true">
        {told.map(({ title, values, least, lower, median, upper, most, mean, outliers }, row) => {
          const within = values.filter((_, at) => !outliers.includes(at));
          const from = Math.min(...within, lower);
          const to = Math.max(...within, upper);
          return (
            <div key={row} class="line" title={`${title}: ${text(least)} to ${text(most)}, median ${text(median)}`}>
              <span class="of">{title}</span>
              <svg>
                <line x1={x(from)} x2={x(to)} y1="9" y2="9" />
                <rect x={x(lower)} width={`${100 * ratio(upper - lower, high - low)}%`} y="3" height="12" />
                <line x1={x(median)} x2={x(median)} y1="2" y2="16" stroke-width="3" />
                <line x1={x(mean)} x2={x(mean)} y1="0" y2="18" stroke-dasharray="2 2" />
                {outliers.map((at) => (
                  <circle key={at} cx={x(elementAt(values, at))} cy="9" r="2.5" />
                ))}
              </svg>
              <span class="number">{text(mean)}</span>
            </div>
          );
        })}
      </div>
    </Told>
  );
}

/** Call paths from the top down, as wide as they weigh. */
export function Flame({
  tree,
  weights,
  unit,
  nameOf,
  chosen,
  onChoose,
  what,
}: {
  readonly tree: Tree;
  readonly weights: Weights;
  readonly unit: string;
  readonly nameOf: (row: number) => string;
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: (row: number) => void;
  readonly what: string;
}) {
  const boxes = flameOf(tree, weights, 0.002);
  const of = (row: number): string => quantity(weights.inclusive[row] ?? 0, unit);
  const deepest = boxes.reduce((most, { level }) => Math.max(most, level), 0);
  if (boxes.length === 0) return <p>{what} is nowhere more than nothing.</p>;
  const sentence = `${what} from the top down: ${counted(boxes.length, 'call path')} of ${counted(tree.size, 'call path')}, those of at least 0.2 %, at most ${deepest + 1} deep.`;
  return (
    <Told
      sentence={sentence}
      heads={['Call path', 'With what it calls', 'Share', 'Depth']}
      lines={boxes.map(({ row, level, width }) => [nameOf(row), of(row), percent(width), String(level + 1)])}
    >
      <div class="picture">
        <div class="flame" style={{ height: `${(deepest + 1) * 20}px` }}>
          {boxes.map(({ row, level, from, width }) => (
            <button
              key={row}
              class={chosen.has(row) ? 'chosen' : undefined}
              tabIndex={level === 0 ? 0 : -1}
              title={`${nameOf(row)}: ${of(row)}, ${percent(width)}`}
              style={{ left: `${100 * from}%`, width: `${100 * width}%`, top: `${level * 20}px` }}
              onClick={() => onChoose(row)}
            >
              {nameOf(row)}
            </button>
          ))}
        </div>
      </div>
    </Told>
  );
}

/** Locations as a plane: those of a node in a row, else folded. */
export function PlaceMap({
  at: { unit, locations, nameOf },
  values,
  run,
  nodeSizes,
  what,
}: {
  readonly at: Located;
  /** By location. */
  readonly values: Float64Array;
  /** The whole program's, for the levels. */
  readonly run: number;
  readonly nodeSizes: readonly number[];
  readonly what: string;
}) {
  const shown = locations.slice(0, 1024);
  const { columns, byNode } = foldOf(shown.length, nodeSizes);
  const most = shown.reduce((worst, at) => Math.max(worst, elementAt(values, at)), 0);
  const least = shown.reduce((best, at) => Math.min(best, elementAt(values, at)), Infinity);
  const sentence = `${what}: ${counted(locations.length, 'location')}${shown.length < locations.length ? `, the first ${shown.length} shown` : ''}, ${byNode ? 'a node in each row' : `${columns} in a row`}, from ${quantity(least, unit)} to ${quantity(most, unit)}.`;
  return (
    <Told
      sentence={sentence}
      heads={['Location', what]}
      lines={shown.map((location) => [nameOf(location), quantity(elementAt(values, location), unit)])}
    >
      <div class="picture" aria-hidden="true">
        <div class="map" style={{ gridTemplateColumns: `repeat(${columns}, minmax(46px, 1fr))` }}>
          {shown.map((location) => {
            const value = elementAt(values, location);
            // As bad as it would be if all locations were so.
            const level = severityLevel(Math.abs(ratio(value * locations.length, run)));
            return (
              <span key={location} class={level} title={`${nameOf(location)}: ${quantity(value, unit)}`}>
                {quantity(value, unit)}
              </span>
            );
          })}
        </div>
      </div>
    </Told>
  );
}
