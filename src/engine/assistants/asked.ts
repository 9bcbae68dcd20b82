import { dirname } from 'node:path';
import { TrimtabError } from '../../base/problem.js';
import { searchWords } from '../../base/searchWords.js';
import { plainName } from '../../base/plainText.js';
import {
  type Experiment,
  type ExperimentStore,
  type ExperimentSummary,
  isIdentifier,
} from '../../experiments/index.js';
import { whyNotComparable } from '../../model/findings/comparableState.js';

/** Stores of the experiments that may be read; nothing outside of these is read. */
export interface AskedStores {
  /** The first one is looked at first. @throws TrimtabError where they cannot be had */
  stores(): Promise<readonly ExperimentStore[]>;
  /** The experiment that is meant when none is named; undefined where that is the newest. */
  shown(): string | undefined;
}

/** Finds experiments by what assistants call them. */
export class AskedExperiments {
  constructor(private readonly asked: AskedStores) {}

  /** All that fit a search, newest first. @throws TrimtabError where experiments cannot be listed */
  async list(search = ''): Promise<ExperimentSummary[]> {
    const words = searchWords(search);
    const fits = ({ id, name, program, target, note = '', tags }: ExperimentSummary): boolean => {
      const text = [id, name, program, target, note, ...tags].join('\n').toLowerCase();
      return words.every((word) => text.includes(word));
    };
    const all = (await this.asked.stores()).flatMap((store) => store.list());
    return all.filter(fits).sort((a, b) => Date.parse(b.created) - Date.parse(a.created) || b.id.localeCompare(a.id));
  }

  /**
   * The experiment that is meant.
   * @param called its id, the beginning of its id, its name, or `latest`; undefined: the one that is shown, else the newest
   * @throws TrimtabError where there is none, or several
   */
  async get(called?: string): Promise<Experiment> {
    const stores = await this.asked.stores();
    const id = called === undefined ? (this.asked.shown() ?? (await this.newest())) : await this.idOf(called, stores);
    const store = stores.find((one) => one.folders().includes(id));
    if (store === undefined) throw new TrimtabError(`There is no experiment ${plainName(id)}; ${HOW_TO_SEE}.`);
    return store.get(id);
  }

  /** The project whose experiment is asked about. */
  async projectOf({ folder }: Experiment): Promise<string | undefined> {
    return (await this.asked.stores()).find((store) => store.folder === dirname(folder))?.project;
  }

  /** All projects whose experiments may be asked about. */
  async projects(): Promise<readonly string[]> {
    return (await this.asked.stores()).map(({ project }) => project);
  }

  private async idOf(called: string, stores: readonly ExperimentStore[]): Promise<string> {
    if (called === 'latest') return this.newest();
    const ids = stores.flatMap((store) => store.folders()).filter(isIdentifier);
    if (ids.includes(called)) return called;
    const beginning = ids.filter((id) => id.startsWith(called));
    const matching = beginning.length > 0 ? beginning : (await this.list()).flatMap(named(called));
    const [only, other] = matching;
    const what = `"${plainName(called)}"`;
    if (only === undefined) throw new TrimtabError(`No experiment is called ${what}; ${HOW_TO_SEE}.`);
    if (other === undefined) return only;
    throw new TrimtabError(`${matching.length} experiments are called ${what}; name one by its id: ${HOW_TO_SEE}.`);
  }

  private async newest(): Promise<string> {
    const all = await this.list();
    const id = all.find((one) => whyNotComparable(one) === undefined)?.id;
    if (id !== undefined) return id;
    throw new TrimtabError(
      all.length === 0
        ? 'There are no experiments yet. The user creates one with "Analyze Performance" or "trimtab run".'
        : 'None of the experiments has results; list_experiments gives the reasons.',
    );
  }
}

const HOW_TO_SEE = 'use list_experiments to see all';

const named =
  (called: string) =>
  ({ id, name }: ExperimentSummary): string[] =>
    name === called ? [id] : [];
