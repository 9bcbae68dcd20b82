/** Programs that run at the moment, started from projects of the workspace: what they do, and switching them. */
import { dirname, join } from 'node:path';
import { TrimtabError } from '../../base/problem.js';
import type { ExperimentStore } from '../../experiments/index.js';
import { SEARCH_FILE } from '../../measurement/search/history.js';
import type { LiveRunSummary } from '../../protocol/live.js';
import { createTarget } from '../../targets/create.js';
import { findTarget } from '../../targets/description.js';
import type { Target } from '../../targets/target.js';
import { findConfiguration, loadConfiguration } from '../../workflows/configuration/configuration.js';
import { type GoingRun, goingRuns } from '../../workflows/live/livePlace.js';
import { LiveRun } from '../../workflows/live/liveRun.js';
import { OpenRuns } from '../../workflows/runner/index.js';
import { sentenceOf } from '../failures.js';
import type { TargetSettings } from '../targets/targetSettings.js';
import type { Workspace } from '../workspace.js';
import { shownLive, silentLive } from '../wire/live.js';
import { searchIn } from './liveSearch.js';

interface Open {
  readonly target: Target;
  readonly run: LiveRun;
}

export class LiveRuns {
  /** Connections stay as long as their programs run. */
  private readonly open = new Map<string, Open>();
  private readonly runs = new OpenRuns();

  constructor(
    private readonly workspace: Workspace,
    private readonly settings: TargetSettings,
    private readonly log: (sentence: string) => void,
  ) {}

  /** What each does. One that does not answer is told with the reason. */
  async list(signal: AbortSignal): Promise<LiveRunSummary[]> {
    const going = this.going();
    await this.closeOthers(new Set(going.map(idOf)));
    return Promise.all(going.map((run) => this.summary(run, signal)));
  }

  /** Asks one for something. @returns what it says @throws TrimtabError when it refuses, or runs no more */
  async ask(id: string, request: string, signal: AbortSignal): Promise<string> {
    const going = this.going().find((run) => idOf(run) === id);
    if (going === undefined) throw new TrimtabError('The program runs no more.');
    const answer = await this.opened(going).run.ask(request, signal);
    if (answer.kind === 'refused') throw new TrimtabError(`The program refuses: ${answer.why}.`);
    return answer.iteration > 0 ? `At iteration ${answer.iteration}` : answer.note;
  }

  private going(): (GoingRun & { readonly store: ExperimentStore })[] {
    return this.workspace.allStores.flatMap((store) =>
      goingRuns(this.runs, store.project).map((run) => ({ ...run, store })),
    );
  }

  private async summary(
    going: GoingRun & { readonly store: ExperimentStore },
    signal: AbortSignal,
  ): Promise<LiveRunSummary> {
    const named = { id: idOf(going), title: `${going.title} on ${going.target}` };
    try {
      const { experiment, store } = going;
      const search = experiment === undefined ? undefined : searchIn(join(store.get(experiment).folder, SEARCH_FILE));
      const shown = shownLive(named, await this.opened(going).run.look('get flat', signal));
      return search === undefined ? shown : { ...shown, search };
    } catch (error) {
      if (!(error instanceof TrimtabError)) throw error;
      return silentLive(named, sentenceOf(error));
    }
  }

  private opened(going: GoingRun): Open {
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

const idOf = ({ target, folder }: GoingRun): string => `${target}:${folder}`;
