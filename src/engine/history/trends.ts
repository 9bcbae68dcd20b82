import type { Trend } from '../../protocol/pages/history.js';
import { sentenceOf } from '../failures.js';
import type { Workspace } from '../workspace.js';
import { digest, type TrendDigest, trendOf } from './trend.js';

/** Reading a report costs milliseconds: older experiments than these are left out, and the page says so. */
const MOST_EXPERIMENTS = 200;

/** Follows measures across the experiments of a workspace; reports are read once. */
export class Trends {
  private readonly known = new Map<string, TrendDigest>();

  constructor(
    private readonly workspace: Workspace,
    private readonly log: (text: string) => void,
  ) {}

  /** @see trendOf */
  trend(measure: string, place: string): Trend {
    const complete = this.workspace.list().filter(({ state }) => state === 'complete');
    const newest = complete.slice(0, MOST_EXPERIMENTS).reverse();
    const digests = newest.flatMap(({ id }) => this.digestOf(id) ?? []);
    return trendOf(digests, measure, place, complete.length - newest.length);
  }

  private digestOf(id: string): TrendDigest | undefined {
    const known = this.known.get(id);
    if (known !== undefined) return known;
    try {
      const fresh = digest(id, this.workspace.storeOf(id).get(id).report());
      this.known.set(id, fresh);
      return fresh;
    } catch (error) {
      // One unreadable report must not hide the others; the list shows that it is damaged.
      this.log(`Experiment ${id} is left out of the timeline: ${sentenceOf(error)}`);
      return undefined;
    }
  }
}
