import { counted, duration, percent, quantity } from '../../base/text.js';
import type { LoopSummary, SeverityRow } from '../../model/dynamics/dynamics.js';
import { iterationOf, loopText, severityTitle } from '../../model/dynamics/dynamicsText.js';
import { seriesTitle } from '../../model/dynamics/series.js';
import { errorOf, iterationsText, type SimilarIterations } from '../../model/dynamics/similar.js';
import { clustersOf } from '../../pictures/dynamics/picture.js';
import type { ValueMap } from '../../pictures/dynamics/mapRows.js';
import { Scrolling } from '../kit/scrolling.js';
import { changeCells, locationRows, loopNumber, type Numbered, type ReportAnswer } from './view.js';

/** Rows that the table of values shows. */
const MOST_ROWS = 1024;
/** Rows that the table by groups of ranks shows. */
const MOST_SEVERITIES = 200;
/** Locations that are named one by one. */
const MOST_NAMED = 4;

interface ChangeProps {
  readonly chosen: number | undefined;
  readonly properties: ReportAnswer['head']['properties'];
  readonly nameOf: (location: number) => string;
  readonly onChoose: (finding: Numbered) => void;
  readonly onGo: (finding: Numbered, iteration: number) => void;
  readonly onExplain: (property: string, page: string) => void;
  readonly onLine: (finding: Numbered) => void;
}

/** Changes in the shown series, a row for each cluster of ranks. */
export function ChangeTable({ findings, ...props }: ChangeProps & { readonly findings: readonly Numbered[] }) {
  if (findings.length === 0) return <p class="quiet">Nothing changes here by more than its noise.</p>;
  return (
    <Scrolling label="Changes">
      <table>
        <thead>
          <tr>
            <th scope="col">Change</th>
            <th scope="col">When</th>
            <th scope="col" class="number">
              Of the loop
            </th>
            <th scope="col" class="number">
              Lost
            </th>
            <th scope="col">Ranks that change alike</th>
            <th scope="col">Go to</th>
          </tr>
        </thead>
        <tbody>
          {findings.map((finding) => (
            <ChangeRow key={finding.number} {...props} finding={finding} />
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}

function ChangeRow({
  finding,
  chosen,
  properties,
  nameOf,
  onChoose,
  onGo,
  onExplain,
  onLine,
}: ChangeProps & { readonly finding: Numbered }) {
  const { number, property, locations, cluster, sentence, place } = finding;
  const cells = changeCells(finding);
  const { title = property, page = property } = properties[property] ?? {};
  const iteration = iterationOf(finding);
  return (
    <tr class={number === chosen ? 'chosen' : undefined}>
      <td class="what">
        <button class="plain link" aria-pressed={number === chosen} onClick={() => onChoose(finding)}>
          {title}
        </button>
        <div class="quiet">{sentence}</div>
      </td>
      <td class="when">{cells.when}</td>
      <td class="number">{cells.share}</td>
      <td class="number">{cells.lost}</td>
      <td>
        {`Cluster ${cluster + 1}: `}
        {locations.length <= MOST_NAMED
          ? locations.map(nameOf).join(', ')
          : `${counted(locations.length, 'location')}, from ${nameOf(locations[0] ?? 0)} to ${nameOf(locations.at(-1) ?? 0)}`}
      </td>
      <td class="ways">
        {iteration !== undefined && (
          <button class="plain link" onClick={() => onGo(finding, iteration)}>
            iteration {iteration}
          </button>
        )}
        {place !== undefined && (
          <button class="plain link" onClick={() => onLine(finding)}>
            line {place.line}
          </button>
        )}
        <button class="plain link" onClick={() => onExplain(property, page)}>
          about {title}
        </button>
      </td>
    </tr>
  );
}

/** The numbers of the map: each location over all iterations. */
export function ValueTable({
  map,
  findings,
  nameOf,
}: {
  readonly map: ValueMap;
  readonly findings: readonly Numbered[];
  readonly nameOf: (location: number) => string;
}) {
  const rows = locationRows(map, clustersOf(findings));
  const shown = rows.slice(0, MOST_ROWS);
  return (
    <Scrolling label="Values by location">
      {shown.length < rows.length && (
        <p class="quiet">{`The first ${shown.length} of ${counted(rows.length, 'location')}.`}</p>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">Location</th>
            <th scope="col">Cluster</th>
            <th scope="col" class="number">
              Mean of an iteration
            </th>
            <th scope="col" class="number">
              Least
            </th>
            <th scope="col" class="number">
              Most
            </th>
            <th scope="col" class="number">
              Most at iteration
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ location, cluster, mean, least, most, at }) => (
            <tr key={location}>
              <th scope="row">{nameOf(location)}</th>
              <td>{cluster === undefined ? '' : cluster + 1}</td>
              <td class="number">{quantity(mean, map.unit)}</td>
              <td class="number">{quantity(least, map.unit)}</td>
              <td class="number">{quantity(most, map.unit)}</td>
              <td class="number">{at}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}

/** Losses and their changes, by groups of ranks with similar values. */
export function SeverityTable({
  rows,
  titleOf,
}: {
  readonly rows: readonly SeverityRow[];
  readonly titleOf: (name: string) => string | undefined;
}) {
  const shown = rows.slice(0, MOST_SEVERITIES);
  if (shown.length === 0) return null;
  return (
    <details>
      <summary>By groups of ranks: {counted(rows.length, 'row')}</summary>
      <Scrolling label="By groups of ranks">
        <table>
          <thead>
            <tr>
              <th scope="col">Property</th>
              <th scope="col">Region</th>
              <th scope="col">Ranks</th>
              <th scope="col" class="number">
                Of the loop there
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => (
              <tr key={at}>
                <td>{severityTitle(row, titleOf)}</td>
                <td>{row.callPath.at(-1)?.region ?? ''}</td>
                <td>{row.where}</td>
                <td class="number">{percent(row.severity)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </details>
  );
}

/** Similar iterations, with their representatives, and the quality of these. */
export function SimilarTable({
  similar,
  onGo,
}: {
  readonly similar: SimilarIterations;
  readonly onGo: (iteration: number) => void;
}) {
  return (
    <>
      <h2>Similar iterations</h2>
      <SimilarSummary similar={similar} />
      <Scrolling label="Similar iterations">
        <table>
          <thead>
            <tr>
              <th scope="col">Representative</th>
              <th scope="col" class="number">
                Of the loop
              </th>
              <th scope="col" class="number">
                Iterations
              </th>
              <th scope="col" class="number">
                Mean
              </th>
              <th scope="col" class="number">
                Apart
              </th>
              <th scope="col">Which</th>
            </tr>
          </thead>
          <tbody>
            {similar.clusters.map(({ representative, share, count, mean, deviation: apart, iterations }) => (
              <tr key={representative}>
                <th scope="row">
                  <button class="plain link" onClick={() => onGo(representative)}>
                    iteration {representative}
                  </button>
                </th>
                <td class="number">{percent(share)}</td>
                <td class="number">{count}</td>
                <td class="number">{duration(mean)}</td>
                <td class="number">±{percent(apart)}</td>
                <td>{iterationsText(iterations)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </>
  );
}

/** How well the representatives describe all iterations. */
function SimilarSummary({ similar }: { readonly similar: SimilarIterations }) {
  const { typical, structures, equivalence, deviation, metrics } = similar;
  return (
    <p>
      An iteration differs from its representative by {percent(deviation)} on average; typical is iteration {typical}.
      {equivalence !== undefined &&
        ` Calls have ${counted(structures.weak, 'structure')} by call paths, ${structures.strong} by how often these are called.`}{' '}
      By representatives alone all iterations would have{' '}
      {metrics
        .map((metric) => `${signedPercent(errorOf(metric))} ${seriesTitle(metric.metric)}`)
        .slice(0, MOST_NAMED)
        .join(', ')}
      .
    </p>
  );
}

const signedPercent = (share: number): string => `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`;

/** The loops that were found, the one whose iterations are shown first. */
export function Loops({
  loops,
  level,
  onLoop,
}: {
  readonly loops: readonly LoopSummary[];
  /** Number of the loop that is shown, the first of them. */
  readonly level: number;
  readonly onLoop: (level: number) => void;
}) {
  const [loop, ...others] = loops;
  if (loop === undefined) return null;
  const path = loop.callPath.map(({ region }) => region).join(' › ');
  return (
    <>
      <p>
        <strong>{loop.name}</strong>
        {path === '' ? '' : ` in ${path}`}: {loopText(loop)} · {percent(loop.coverage)} of the run
      </p>
      {others.length > 0 && (
        <details open={level > 0}>
          <summary>{counted(others.length, 'other loop')}</summary>
          <ul>
            {others.map((other, at) => (
              <li key={at}>
                <button class="plain link" onClick={() => onLoop(loopNumber(level, at + 1))}>
                  {other.name}
                </button>
                : {other.sentence}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
