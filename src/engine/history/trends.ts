import type { Trend } from '../../protocol/pages/history.js';
import { followApart } from '../comparison/comparisons.js';
import { sentenceOf } from '../requests/failures.js';
import type { Workspace } from '../project/workspace.js';
import { followedTitle, followedTogether, versionOf } from '../../experiments/index.js';
import { digest, followedIn, lineOfKey, metricOf, trendOf, type TrendRun } from './trend.js';

/** Data kept of a report. */
type Known = Pick<TrendRun, 'digest' | 'version' | 'together' | 'title'>;

/** Reading a report costs milliseconds: experiments older than these are excluded, and the page reports it. */
const MOST_EXPERIMENTS = 200;
/** Following a line reads all results of each experiment. */
const MOST_FOR_LINES = 40;

/** Follows measures across the experiments of a workspace; reports are read once. */
export class Trends {
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly workspace: Workspace,
    private readonly log: (text: string) => void,
  ) {}

  /** @see trendOf */
  async trend(measure: string, place: string, signal?: AbortSignal): Promise<Trend> {
    const complete = this.workspace.list().filter(({ state }) => state === 'complete');
    const newest = complete.slice(0, MOST_EXPERIMENTS).reverse();
    const runs = newest.flatMap(({ id, name, created: date }) => {
      const known = this.digestOf(id);
      return known === undefined ? [] : [{ id, name, date, ...known }];
    });
    const trend = trendOf(runs, measure, place, complete.length - newest.length);
    const line = lineOfKey(trend.place);
    if (line === undefined) return trend;
    // A line moves from version to version: it is followed through the sources kept with the experiments.
    const ids = runs.map(({ id }) => id).slice(-MOST_FOR_LINES);
    const request = { property: metricOf(trend.measure), place: line, experiments: ids };
    const experiments = ids.map((id) => this.workspace.storeOf(id).get(id));
    const { points } = await followApart(request, experiments, signal === undefined ? {} : { signal });
    const { tooFew: _other, ...rest } = trend;
    const followed = points.map(({ id, name, date, value }) => ({ id, name, date, value }));
    return {
      ...rest,
      points: followed,
      ...followedIn({ ...rest, points: followed }, runs),
      omitted: complete.length - ids.length,
    };
  }

  private digestOf(id: string): Known | undefined {
    const known = this.known.get(id);
    if (known !== undefined) return known;
    try {
      const experiment = this.workspace.storeOf(id).get(id);
      const fresh = {
        digest: digest(experiment.report()),
        version: versionOf(experiment),
        together: followedTogether(experiment),
        title: followedTitle(experiment),
      };
      this.known.set(id, fresh);
      return fresh;
    } catch (error) {
      // One unreadable report must not hide the others; the list shows that it is damaged.
      this.log(`Experiment ${id} is not in the timeline: ${sentenceOf(error)}`);
      return undefined;
    }
  }
}
