import { absent, elementAt } from '../../base/elements.js';
import type { Problem } from '../../base/problem.js';
import { counted } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import type { Definitions } from '../../model/definitions.js';
import type { PerformanceSpace, SeverityColumn } from '../../model/performanceSpace.js';
import { processesOf } from '../../model/processes.js';
import { recordedKinds } from '../trace/overhead/costs.js';
import type { RunCosts } from '../trace/index.js';
import { NO_NODE } from '../trace/profile/callTreeBuilder.js';

const TIME = 'time';
const VISITS = 'visits';
/** Less than so many seconds is what sums of costs are rounded by. */
const ROUNDING = 1e-10;

/** A profile without measurement overhead. */
export interface WithoutRecording {
  readonly space: PerformanceSpace;
  /** Measurement overhead, by location. */
  readonly overhead: ReadonlyMap<number, Seconds>;
  readonly problems: readonly Problem[];
}

/**
 * Subtracts measurement overhead from the times of a profile: T = T_measured − T_null − n·T_ovhd for a call with n
 * calls below it (Shende and Malony). Exclusively, that is T_null for each call, and the cost of its callees outside
 * their times. It is local only: waiting that overhead caused on other ranks cannot be derived from sums. Negative
 * times become zero, and are counted.
 * @returns undefined if time is not given by call path alone, or calls are not counted
 */
export function withoutRecording(
  space: PerformanceSpace,
  definitions: Definitions,
  { byProcess }: RunCosts,
): WithoutRecording | undefined {
  const [time, visits] = [space.severities.get(TIME), space.severities.get(VISITS)];
  if (time === undefined || visits === undefined || space.phases !== undefined) return undefined;
  if (space.metrics.some(({ parent }) => parent === TIME)) return undefined;
  const { ofLocation } = processesOf(definitions);
  const kinds = recordedKinds(definitions);
  const { region, parent } = space.callTree;
  const rows = new MetricRows(time, space.locationCount);
  visits.value.forEach((count, entry) => {
    const node = elementAt(visits.callPath, entry);
    const location = elementAt(visits.location, entry);
    const costs = elementAt(byProcess, elementAt(ofLocation, location));
    const { pair, within } = costs[kinds[elementAt(region, node)] ?? 0] ?? costs[0];
    rows.take(node, location, count * within);
    const above = elementAt(parent, node);
    if (above !== NO_NODE) rows.take(above, location, count * (pair - within));
  });
  const { value, overhead, negative } = rows.result();
  return {
    space: { ...space, severities: new Map([...space.severities, [TIME, { ...time, value }]]) },
    overhead,
    problems: negative === 0 ? [] : [negativeProblem(negative)],
  };
}

function negativeProblem(count: number): Problem {
  const message =
    `The overhead of recording exceeds ${counted(count, 'value')} (of a call path and location), which is then 0. ` +
    'Costs are averages.';
  return { level: 'information', message };
}

/** The values of time, by call path and location. */
class MetricRows {
  private readonly taken: Float64Array;
  private readonly rowOf = new Map<number, number>();

  constructor(
    private readonly time: SeverityColumn,
    private readonly locations: number,
  ) {
    this.taken = new Float64Array(time.value.length);
    time.value.forEach((_, row) => {
      this.rowOf.set(this.key(elementAt(time.callPath, row), elementAt(time.location, row)), row);
    });
  }

  /** Subtracts time from a value; does nothing if a location has no exclusive time there. */
  take(node: number, location: number, seconds: Seconds): void {
    const row = this.rowOf.get(this.key(node, location));
    if (row !== undefined) this.taken[row] = (this.taken[row] ?? absent(row)) + seconds;
  }

  result(): { value: Float64Array; overhead: Map<number, Seconds>; negative: number } {
    const overhead = new Map<number, Seconds>();
    let negative = 0;
    const value = this.time.value.map((seconds, row) => {
      const taken = this.taken[row] ?? absent(row);
      if (taken > seconds + ROUNDING) negative++;
      const location = elementAt(this.time.location, row);
      overhead.set(location, (overhead.get(location) ?? 0) + Math.min(seconds, taken));
      return Math.max(0, seconds - taken);
    });
    return { value, overhead, negative };
  }

  private key(node: number, location: number): number {
    return node * this.locations + location;
  }
}
