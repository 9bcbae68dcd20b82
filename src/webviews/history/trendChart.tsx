import { useMemo } from 'preact/hooks';
import { elementAt } from '../../base/elements.js';
import { localTime } from '../../base/dates.js';
import { counted, duration } from '../../base/text.js';
import type { HistoryAction, Trend, TrendPoint } from '../../protocol/pages/history.js';
import { Chart } from '../kit/chart.js';

/** How one measure went from experiment to experiment; each point opens its experiment. */
export function TrendChart({ trend, act }: { readonly trend: Trend; readonly act: (action: HistoryAction) => void }) {
  const { points } = trend;
  // Equal distances: runs come in bursts, and a week without any would press them together.
  const x = useMemo(() => points.map((_point, index) => index + 1), [points]);
  const title = trend.measures.find((measure) => measure.name === trend.measure)?.title ?? '';
  const lines = useMemo(() => [{ label: title, values: points.map((point) => point.value), look: 0 }], [points, title]);
  const describe = (index: number) => {
    const point = points[index];
    return point === undefined ? '' : `${point.name} · ${localTime(point.date, 'minute')} · ${duration(point.value)}`;
  };
  return (
    <section aria-label="Timeline">
      <TrendChoice trend={trend} act={act} />
      {points.length === 0 ? (
        <p class="quiet">No analysed experiment yet.</p>
      ) : (
        <Chart
          label={`${title} from experiment to experiment`}
          x={x}
          lines={lines}
          ticksAtValues={points.length <= 30}
          formatX={(value, room) => labelOf(points.at(value - 1), value, room)}
          formatY={duration}
          describe={describe}
          onOpen={(index) => act({ do: 'open', id: elementAt(points, index).id })}
        />
      )}
    </section>
  );
}

/** What is followed, and where. */
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
      {trend.omitted > 0 && <span class="quiet">{counted(trend.omitted, 'older experiment')} left out</span>}
    </div>
  );
}

/** A mark on the axis: the name where there is room for it, else the number of the run. */
function labelOf(point: TrendPoint | undefined, value: number, pixels: number): string {
  if (point === undefined || !Number.isInteger(value)) return '';
  const room = Math.floor(pixels / 8);
  if (room < 9) return String(value);
  return point.name.length <= room ? point.name : `${point.name.slice(0, room - 1)}…`;
}
