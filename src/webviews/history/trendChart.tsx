import { useMemo } from 'preact/hooks';
import { elementAt } from '../../base/elements.js';
import { localTime } from '../../base/dates.js';
import { counted, duration } from '../../base/text.js';
import type { HistoryAction, Trend } from '../../protocol/pages/history.js';
import { Chart } from '../kit/chart.js';
import { Legend } from '../kit/legend.js';
import { labelOf, linesOf } from './view.js';

/** How one measure went from experiment to experiment; each point opens its experiment. */
export function TrendChart({ trend, act }: { readonly trend: Trend; readonly act: (action: HistoryAction) => void }) {
  const { points, changes } = trend;
  // Equal distances: runs come in bursts, and a week without any would press them together.
  const x = useMemo(() => points.map((_point, index) => index + 1), [points]);
  const title = trend.measures.find((measure) => measure.name === trend.measure)?.title ?? '';
  const lines = useMemo(() => linesOf(trend), [trend]);
  const names = useMemo(() => points.map(({ name }) => name), [points]);
  // Between the last point at the old level and the first one at the new one.
  const marks = useMemo(() => changes.map(({ index }) => index + 0.5), [changes]);
  const describe = (index: number) => {
    const point = points[index];
    return point === undefined ? '' : `${point.name} · ${localTime(point.date, 'minute')} · ${duration(point.value)}`;
  };
  return (
    <section aria-label="Timeline">
      <TrendChoice trend={trend} act={act} />
      {points.length === 0 ? (
        <p class="quiet">No analyzed experiment yet.</p>
      ) : (
        <>
          {lines.length > 1 && <Legend lines={lines} />}
          <Chart
            label={`${title} from experiment to experiment`}
            x={x}
            lines={lines}
            marks={marks}
            ticksAtValues={points.length <= 30}
            formatX={(value, room) => labelOf(names, value, room)}
            formatY={duration}
            titleX="experiments, the newest on the right"
            titleY={title}
            describe={describe}
            onOpen={(index) => act({ do: 'open', id: elementAt(points, index).id })}
          />
        </>
      )}
      <TrendChanges trend={trend} act={act} />
    </section>
  );
}

/** The experiment from which on the measure changed; or why changes cannot be determined. */
function TrendChanges({ trend, act }: { readonly trend: Trend; readonly act: (action: HistoryAction) => void }) {
  const { changes, points, tooFew } = trend;
  if (tooFew !== undefined) return points.length < 2 ? null : <p class="quiet">Changes: {tooFew}</p>;
  return (
    <ul class="changes" aria-label="Changes">
      {changes.map(({ index, kind, sentence }) => (
        <li key={index}>
          {kind === 'rise' ? '▲' : '▼'} {sentence}{' '}
          <button class="link" onClick={() => act({ do: 'open', id: elementAt(points, index).id })}>
            Open
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Choice of the measure and the location to follow. */
function TrendChoice({ trend, act }: { readonly trend: Trend; readonly act: (action: HistoryAction) => void }) {
  return (
    <div class="bar">
      <label>
        Follow
        <select
          value={trend.measure}
          onChange={(event) => act({ do: 'trend', measure: event.currentTarget.value, place: '' })}
        >
          {trend.measures.map((measure) => (
            <option key={measure.name} value={measure.name}>
              {measure.title}
            </option>
          ))}
        </select>
      </label>
      <label>
        at
        <select
          value={trend.place}
          onChange={(event) => act({ do: 'trend', measure: trend.measure, place: event.currentTarget.value })}
        >
          {trend.places.map((place) => (
            <option key={place.key} value={place.key}>
              {place.label}
            </option>
          ))}
        </select>
      </label>
      {trend.omitted > 0 && <span class="quiet">{counted(trend.omitted, 'older experiment')} not shown</span>}
    </div>
  );
}
