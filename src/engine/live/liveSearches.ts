/** Searches on running programs that a person started in a view, until their runs end or the person stops them. */
import { TrimtabError } from '../../base/problem.js';
import { searchRun } from '../../workflows/live/searchRun.js';
import { sentenceOf } from '../requests/failures.js';

/** Location of a searched run, and the file for its results. */
export interface SearchedRun {
  readonly place: Parameters<typeof searchRun>[0];
  /** Absolute. */
  readonly file: string;
}

export class LiveSearches {
  /** By the identifier of the run. */
  private readonly going = new Map<string, { readonly stop: AbortController; readonly over: Promise<void> }>();

  constructor(private readonly log: (sentence: string) => void) {}

  has(id: string): boolean {
    return this.going.has(id);
  }

  /**
   * Starts a search, which continues with the results of an earlier one. @throws TrimtabError if the run is searched
   * already
   */
  start(id: string, { place, file }: SearchedRun): void {
    if (this.has(id)) throw new TrimtabError('This run is searched already.');
    const stop = new AbortController();
    const over = searchRun(place, { file, signal: stop.signal, log: this.log })
      .then(
        () => undefined,
        // Results are kept; the view shows the run as not searched.
        (error: unknown) => this.log(`The search stopped: ${sentenceOf(error)}`),
      )
      .finally(() => this.going.delete(id));
    this.going.set(id, { stop, over });
  }

  /** Ends one; what it found is kept. @throws TrimtabError where it was not started here */
  async stop(id: string): Promise<void> {
    const one = this.going.get(id);
    if (one === undefined) throw new TrimtabError('This run is not searched by this window.');
    one.stop.abort();
    await one.over;
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.going.keys()].map((id) => this.stop(id)));
  }
}
