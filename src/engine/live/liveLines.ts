/** Results of searches on running programs, on the lines of documents, while the programs run. */
import type { CodeLens } from 'vscode-languageserver';
import { statOf } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';
import { type ExperimentStore, resultsOf } from '../../experiments/index.js';
import { knownByNewest } from '../../workflows/live/earlierRuns.js';
import { dynamicsIn } from '../../workflows/live/searchRun.js';
import { sentenceOf } from '../requests/failures.js';
import type { Here } from '../editor/onLines.js';
import { type LiveLine, liveLens, liveLines } from '../presentation/liveLenses.js';
import type { ShownExperiment } from '../project/shownExperiment.js';
import type { Workspace } from '../project/workspace.js';
import { keptIn } from './liveSearch.js';
import { NamedPlaces } from './namedPlaces.js';

/** Between two looks at what searches keep, in milliseconds; they write every two seconds or less often. */
const EVERY_MS = 2000;

/** A run that is searched. */
export interface SearchedExperiment {
  readonly store: ExperimentStore;
  readonly experiment: string;
  /** File in which the search keeps its results. */
  readonly file: string;
}

/** An earlier run of a program, which has the places of its functions. */
interface Earlier {
  readonly shown: ShownExperiment;
  readonly places: NamedPlaces;
}

interface FoundLine {
  readonly written: number;
  readonly lines: readonly LiveLine[];
  readonly earlier: Earlier | undefined;
}

export interface LiveLinesOptions {
  readonly workspace: Pick<Workspace, 'shown'>;
  /** Those that go on at the moment. */
  readonly searched: () => readonly SearchedExperiment[];
  /** Called when the content of lenses has changed. */
  readonly changed: () => void;
  readonly log: (sentence: string) => void;
}

export class LiveLines {
  /** By file of the search. */
  private found = new Map<string, FoundLine>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: LiveLinesOptions) {}

  /** Looks now and then as long as programs run; to be called when some may have begun. */
  watch(): void {
    clearTimeout(this.timer);
    const runs = this.options.searched();
    if (this.look(runs)) this.options.changed();
    this.timer = runs.length === 0 ? undefined : setTimeout(() => this.watch(), EVERY_MS);
  }

  close(): void {
    clearTimeout(this.timer);
  }

  /** @param linked whether the client has commands */
  async lenses(uri: string, { placement, folders }: Here, linked: boolean): Promise<CodeLens[]> {
    const lenses: CodeLens[] = [];
    for (const { lines, earlier } of this.found.values()) {
      if (earlier === undefined || lines.length === 0) continue;
      const maps = await placement.mapsOf(uri, earlier.shown, folders);
      for (const { place, text } of lines) {
        const map = maps.get(place.file);
        if (map !== undefined) lenses.push(liveLens(text, map.place(place.line).line, linked));
      }
    }
    return lenses;
  }

  /** @returns whether something is different */
  private look(runs: readonly SearchedExperiment[]): boolean {
    const before = this.found;
    this.found = new Map();
    let isSame = true;
    for (const run of runs) {
      const known = before.get(run.file);
      const written = statOf(run.file)?.mtimeMs;
      if (written === undefined) continue;
      const isKnown = known?.written === written;
      this.found.set(run.file, isKnown ? known : this.read(run, written, known));
      isSame &&= isKnown;
    }
    return !isSame || [...before.keys()].some((file) => !this.found.has(file));
  }

  private read(run: SearchedExperiment, written: number, known: FoundLine | undefined): FoundLine {
    const { log } = this.options;
    try {
      const earlier = known === undefined ? this.earlierOf(run) : known.earlier;
      const history = keptIn(run.file);
      if (earlier === undefined || history === undefined) return { written, lines: [], earlier };
      const { places, shown } = earlier;
      const { dynamics } = shown;
      const loops = typeof dynamics === 'string' ? [] : (dynamics?.loops ?? []);
      const lines = liveLines(history, dynamicsIn(history), (names) => {
        const loop = names.length === 1 ? loops.find(({ name }) => name === names[0]) : undefined;
        return loop?.place ?? places.of(names);
      });
      return { written, lines, earlier };
    } catch (error) {
      if (!(error instanceof TrimtabError)) throw error;
      log(`The search of ${run.experiment} is not shown on lines: ${sentenceOf(error)}`);
      return { written, lines: [], earlier: known?.earlier };
    }
  }

  /** The newest run of the same program that has results. */
  private earlierOf({ store, experiment: id }: SearchedExperiment): Earlier | undefined {
    return knownByNewest(store, store.get(id).manifest.program, (experiment) => {
      if (experiment.id === id) return undefined;
      const { space, definitions } = resultsOf(experiment, false);
      return {
        shown: this.options.workspace.shown(experiment.id),
        places: new NamedPlaces(space.callTree, definitions),
      };
    });
  }
}
