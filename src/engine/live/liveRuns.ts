/** Programs that run at the moment, started from projects of the workspace: what they do, and switching them. */
import { dirname, join } from 'node:path';
import { TrimtabError } from '../../base/problem.js';
import type { ExperimentStore } from '../../experiments/index.js';
import { SEARCH_FILE, type SearchHistory } from '../../measurement/search/history.js';
import type { LiveView } from '../../measurement/live/view.js';
import type { LiveRunSummary } from '../../protocol/live.js';
import { createTarget } from '../../targets/create.js';
import { findTarget } from '../../targets/description.js';
import type { Target } from '../../targets/target.js';
import { findConfiguration, loadConfiguration } from '../../workflows/configuration/configuration.js';
import { type GoingRun, goingRuns } from '../../workflows/live/livePlace.js';
import { LiveRun } from '../../workflows/live/liveRun.js';
import { OpenRuns } from '../../workflows/runner/index.js';
import { sentenceOf } from '../requests/failures.js';
import type { TargetSettings } from '../targets/targetSettings.js';
import type { Workspace } from '../project/workspace.js';
import { shownLive, silentLive } from '../wire/live.js';
import type { SearchedExperiment } from './liveLines.js';
import { isSearchedElsewhere, keptIn, shownSearch } from './liveSearch.js';
import { LiveSearches } from './liveSearches.js';

/** One with the store that its experiment is kept in. */
type StoredRun = GoingRun & { readonly store: ExperimentStore };

interface OpenRun {
  readonly target: Target;
  readonly run: LiveRun;
}

export class LiveRuns {
  /** Connections stay as long as their programs run. */
  private readonly open = new Map<string, OpenRun>();
  private readonly runs = new OpenRuns();
  private readonly searches: LiveSearches;

  constructor(
    private readonly workspace: Workspace,
    private readonly settings: TargetSettings,
    private readonly log: (sentence: string) => void,
  ) {
    this.searches = new LiveSearches(log);
  }

  /** Returns the state of each. A run that does not answer is listed with the reason. */
  async list(signal: AbortSignal): Promise<LiveRunSummary[]> {
    const going = this.going();
    await this.closeOthers(new Set(going.map(idOf)));
    return Promise.all(going.map((run) => this.summary(run, signal)));
  }

  /** Sends a request to a run. @returns its reply @throws TrimtabError when it refuses, or has ended */
  async ask(id: string, request: string, signal: AbortSignal): Promise<string> {
    const answer = await this.opened(this.goingOf(id)).run.ask(request, signal);
    if (answer.kind === 'refused') throw new TrimtabError(`The program refuses: ${answer.why}.`);
    return answer.iteration > 0 ? `At iteration ${answer.iteration}` : answer.note;
  }

  /** Searches one from now on. @throws TrimtabError where it runs no more, is searched already or has no experiment yet */
  search(id: string): void {
    const going = this.goingOf(id);
    const file = searchFile(going);
    if (file === undefined)
      throw new TrimtabError('The program does not run yet: search it when its ranks are listed.');
    if (isSearchedElsewhere(file) && !this.searches.has(id)) throw new TrimtabError('This run is searched already.');
    this.searches.start(id, { place: { target: this.opened(going).target, folder: going.folder }, file });
  }

  /** Ends a search that was started here. @throws TrimtabError where there is none */
  async stopSearch(id: string): Promise<void> {
    await this.searches.stop(id);
  }

  /** Ends all searches that were started here; what they found is kept. */
  async close(): Promise<void> {
    await this.searches.stopAll();
  }

  /** Those that are, or may be, searched: what their searches keep needs no connection. */
  searched(): SearchedExperiment[] {
    return this.going().flatMap((run) => {
      const file = searchFile(run);
      return run.experiment === undefined || file === undefined
        ? []
        : [{ store: run.store, experiment: run.experiment, file }];
    });
  }

  private goingOf(id: string): StoredRun {
    const going = this.going().find((run) => idOf(run) === id);
    if (going === undefined) throw new TrimtabError('The program runs no more.');
    return going;
  }

  private going(): StoredRun[] {
    return this.workspace.allStores.flatMap((store) =>
      goingRuns(this.runs, store.project).map((run) => ({ ...run, store })),
    );
  }

  private async summary(going: StoredRun, signal: AbortSignal): Promise<LiveRunSummary> {
    const named = { id: idOf(going), title: `${going.title} on ${going.target}` };
    try {
      const file = searchFile(going);
      const history = file === undefined ? undefined : keptIn(file);
      const view = await this.opened(going).run.look('get flat', signal);
      const searching = this.searching(going, view, file, history);
      return {
        ...shownLive(named, view),
        searching,
        ...(history === undefined ? {} : { search: shownSearch(history) }),
      };
    } catch (error) {
      if (!(error instanceof TrimtabError)) throw error;
      return silentLive(named, sentenceOf(error));
    }
  }

  /** @param history what the file has */
  private searching(
    going: GoingRun,
    { ranks }: LiveView,
    file: string | undefined,
    history: SearchHistory | undefined,
  ): LiveRunSummary['searching'] {
    if (this.searches.has(idOf(going))) return 'here';
    // Traces have all that a search would ask for.
    const isProfile = ranks.length > 0 && ranks.every(({ mode }) => mode === 'profile');
    if (!isProfile || file === undefined) return 'unavailable';
    return history !== undefined && isSearchedElsewhere(file, Date.now(), history) ? 'unavailable' : 'possible';
  }

  private opened(going: GoingRun): OpenRun {
    const known = this.open.get(idOf(going));
    if (known !== undefined) return known;
    const path = findConfiguration(dirname(going.configuration));
    const targets = path === undefined ? [] : loadConfiguration(path).targets;
    const description = findTarget(going.target, targets, this.settings.targets);
    const target = createTarget(description, {
      connection: this.settings.connection,
      outside: this.workspace.folders,
    });
    const opened = { target, run: new LiveRun(target, going.folder, this.log) };
    this.open.set(idOf(going), opened);
    return opened;
  }

  private async closeOthers(kept: ReadonlySet<string>): Promise<void> {
    for (const [id, { target, run }] of this.open) {
      if (kept.has(id)) continue;
      this.open.delete(id);
      run.close();
      await target.close();
    }
  }
}

/** Returns the file with the search results of a run; undefined while it has no experiment. */
const searchFile = ({ experiment, store }: StoredRun): string | undefined =>
  experiment === undefined ? undefined : join(store.get(experiment).folder, SEARCH_FILE);

const idOf = ({ target, folder }: GoingRun): string => `${target}:${folder}`;
