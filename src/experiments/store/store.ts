import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, utimesSync, type Dirent } from 'node:fs';
import { join, resolve } from 'node:path';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { comparable } from './comparable.js';
import { checkResults, Experiment, FILES, hasBegun, NOT_BEGUN, readManifest } from './experiment.js';
import { errorCode, makePrivateFolder, PRIVATE, writeAtomically, writeError } from '../../base/files/index.js';
import { isIdentifier, newIdentifier } from './identifier.js';
import { type KeptPrediction, MANIFEST, MOST_PREDICTIONS, withWords, wordsOf, type Manifest } from './manifest.js';
import { changeManifest } from './manifestFile.js';
import { isOwned } from './owner.js';
import { Recorder } from './recorder.js';
import { abandonedScratches, makeScratch } from './scratch.js';
import { sweepLeftovers } from './sweep.js';
import { damagedSummary, summarize, type ExperimentSummary } from './summary.js';

/** Keeps what is measured out of version control. */
const IGNORE = '.gitignore';

/** Facts about an experiment before it begins. */
export interface Draft {
  readonly program: string;
  readonly target: string;
  readonly ranks?: number;
  /** Display name; derived from the program if omitted. */
  readonly name?: string;
}

/** Common properties of the experiments of a repetition. */
export interface Repetition {
  /** Identifier of the experiment that they repeat. */
  readonly reproduces: string;
  readonly name: string;
}

/** A person's own words about an experiment. */
export interface Annotation {
  readonly name?: string;
  /** An empty note removes it. */
  readonly note?: string;
  /** All tags it is to have, or what becomes of those it has; empty ones and repetitions are dropped. */
  readonly tags?: readonly string[] | ((old: readonly string[]) => readonly string[]);
  /** Starred as what others are compared with. */
  readonly baseline?: boolean;
}

/** Tags are words for lists and filters. */
const LONGEST_TAG = 60;

/** The experiments of one project: folders under `.trimtab/experiments`. The folders are the truth; nothing is cached. */
export class ExperimentStore {
  /** Absolute path of the folder that holds the experiments. */
  readonly folder: string;

  /**
   * @param project folder whose `.trimtab` holds the experiments; nothing is written before the first experiment
   * @param keeping where else they are kept, and what those that are made have in common
   */
  constructor(
    readonly project: string,
    private readonly keeping?: { readonly folder: string; readonly repetition?: Repetition },
  ) {
    this.folder = keeping?.folder ?? join(resolve(project), '.trimtab', 'experiments');
  }

  /** The same store for a copy of the project, whose experiments repeat one of this store. */
  forCopy(project: string, repetition: Repetition): ExperimentStore {
    return new ExperimentStore(project, { folder: this.folder, repetition });
  }

  /** The predicted runs of the project. Views open them like experiments, but no history or comparison contains them. */
  get predictedRuns(): ExperimentStore {
    return new ExperimentStore(this.project, { folder: join(this.folder, '..', 'predictions') });
  }

  /** All experiments, newest first; damaged ones with the reason. */
  list(): ExperimentSummary[] {
    return this.folders()
      .map((name) => this.summary(name))
      .sort((a, b) => compare(b.created, a.created) || compare(b.id, a.id));
  }

  /** The experiments whose manifest can be read, newest first; each is read once. */
  readable(): Experiment[] {
    return this.folders()
      .flatMap((name) => {
        try {
          return [new Experiment(join(this.folder, name), readManifest(join(this.folder, name)))];
        } catch (error) {
          if (error instanceof TrimtabError) return []; // Damaged: the list of experiments shows it.
          throw error;
        }
      })
      .sort((a, b) => compare(b.manifest.created, a.manifest.created) || compare(b.id, a.id));
  }

  /**
   * Names of the folders that are experiments, damaged or not, in no order.
   * @throws TrimtabError when they cannot be listed
   */
  folders(): string[] {
    let entries: Dirent[];
    try {
      entries = readdirSync(this.folder, { withFileTypes: true });
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw new TrimtabError(`The experiments in ${this.folder} cannot be listed (${String(error)}).`, {
        cause: error,
      });
    }
    return entries
      .filter((entry) => entry.isDirectory() && this.looksLikeExperiment(entry.name))
      .map((entry) => entry.name);
  }

  /** One row of the history. @param name of one of the folders */
  summary(name: string): ExperimentSummary {
    const folder = join(this.folder, name);
    try {
      const manifest = readManifest(folder);
      checkResults(folder, manifest);
      return summarize(manifest, folder);
    } catch (error) {
      if (error instanceof CancelledError) throw error;
      const damaged = damagedSummary(name, folder, error);
      return hasBegun(folder) ? damaged : { ...damaged, state: 'failed', problem: NOT_BEGUN };
    }
  }

  private looksLikeExperiment(name: string): boolean {
    return isIdentifier(name) || (!name.startsWith('.') && existsSync(join(this.folder, name, MANIFEST)));
  }

  /** The folder of an experiment. @throws TrimtabError when `id` is no identifier or names nothing */
  private folderOf(id: string): string {
    if (!isIdentifier(id))
      throw new TrimtabError(`"${id}" is not the identifier of an experiment; list them to see the identifiers.`);
    const folder = join(this.folder, id);
    if (!existsSync(folder)) throw new TrimtabError(`There is no experiment ${id} in ${this.folder}.`);
    return folder;
  }

  /** @throws TrimtabError when there is none of this name or its manifest is damaged */
  get(id: string): Experiment {
    const folder = this.folderOf(id);
    try {
      return new Experiment(folder, readManifest(folder));
    } catch (error) {
      if (!(error instanceof TrimtabError)) throw error;
      throw new TrimtabError(`Experiment ${id} is damaged: ${error.message}`, { cause: error });
    }
  }

  /**
   * Makes the folder and the manifest (state `running`) of a new experiment before anything is run; an experiment is
   * there whole or not at all.
   * @throws TrimtabError when it cannot be written
   */
  create(draft: Draft, moment = new Date()): Recorder {
    this.prepare();
    const { id, place, folder } = this.newFolder(draft.program, moment);
    const manifest: Manifest = {
      format: 'trimtab-experiment',
      version: 1,
      id,
      name: draft.name ?? defaultName(draft),
      ...this.keeping?.repetition,
      state: 'running',
      program: draft.program,
      created: moment.toISOString(),
      target: draft.target,
      ...(draft.ranks === undefined ? {} : { ranks: { asked: draft.ranks } }),
    };
    try {
      return Recorder.begin(place, folder, manifest);
    } catch (error) {
      rmSync(place, { recursive: true, force: true });
      throw error;
    }
  }

  /**
   * Resumes an experiment that another process left in the state `running`, or that has ended. A step that was
   * interrupted after its experiment ended, or is repeated, adds to it.
   * @throws TrimtabError when it is damaged
   */
  resume(id: string): Recorder {
    return Recorder.resume(this.folderOf(id));
  }

  /**
   * Creates a hidden folder next to the experiments, for temporary data while an experiment is created. It belongs to
   * this process, and the caller removes it.
   * @throws TrimtabError when it cannot be written
   */
  scratch(): string {
    this.prepare();
    return makeScratch(this.folder);
  }

  /**
   * Leaves no folder where nothing is kept, such as after a scratch for what then could not be read.
   * @throws TrimtabError when it cannot be removed
   */
  removeIfEmpty(): void {
    const root = join(this.folder, '..');
    try {
      rmdirSync(this.folder);
      if (readdirSync(root).every((name) => name === IGNORE)) rmSync(root, { recursive: true });
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) throw writeError(this.folder, error);
    }
  }

  /** Scratch folders of processes that are gone, as absolute paths. */
  abandonedScratches(): string[] {
    return abandonedScratches(this.folder);
  }

  /** Removes what killed processes left half made, changed or deleted. @returns the paths */
  sweep(): string[] {
    return sweepLeftovers(this.folder);
  }

  private prepare(): void {
    const root = join(this.folder, '..');
    makePrivateFolder(root);
    makePrivateFolder(this.folder);
    const ignore = join(root, IGNORE);
    if (!existsSync(ignore)) writeAtomically(ignore, '*\n');
  }

  /** A free identifier, with a hidden folder in which its experiment is made. */
  private newFolder(program: string, moment: Date): { id: string; place: string; folder: string } {
    for (;;) {
      const id = newIdentifier(program, moment);
      const folder = join(this.folder, id);
      const place = join(this.folder, `.new-${id}`);
      if (existsSync(folder)) continue;
      try {
        mkdirSync(place, PRIVATE.folder);
        return { id, place, folder };
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw writeError(place, error);
      }
    }
  }

  /**
   * Changes the user's annotations of an experiment.
   * @throws TrimtabError when the experiment is damaged, the name is empty, a tag is too long, or a starred experiment
   * would not be comparable
   */
  update(id: string, change: Annotation): void {
    changeManifest(this.folderOf(id), () => {
      const experiment = this.get(id);
      const { manifest } = experiment;
      const old = wordsOf(manifest);
      if (change.baseline === true && old.baseline !== true) comparable(experiment);
      const name = change.name === undefined ? old.name : oneLine(change.name);
      if (name === '') throw new TrimtabError('The name of an experiment must not be empty; write a few words.');
      return withWords(manifest, {
        name,
        note: change.note === undefined ? old.note : change.note.trim(),
        tags: change.tags === undefined ? old.tags : cleanTags(newTags(change.tags, old.tags ?? [])),
        baseline: change.baseline ?? old.baseline,
      });
    });
  }

  /**
   * Keeps a prediction with an experiment. The oldest one is dropped if there are too many.
   * @throws TrimtabError when the experiment is damaged or cannot be written
   */
  keepPrediction(id: string, prediction: Omit<KeptPrediction, 'created'>, moment = new Date()): void {
    changeManifest(this.folderOf(id), () => {
      const { manifest } = this.get(id);
      const kept = [...(manifest.predictions ?? []), { ...prediction, created: moment.toISOString() }];
      return { ...manifest, predictions: kept.slice(-MOST_PREDICTIONS) };
    });
  }

  /**
   * Drops predictions that were kept at a moment.
   * @param created as in the manifest
   * @throws as keepPrediction
   */
  dropPrediction(id: string, created: string): void {
    changeManifest(this.folderOf(id), () => {
      const { predictions = [], ...manifest } = this.get(id).manifest;
      const left = predictions.filter((prediction) => prediction.created !== created);
      return left.length === 0 ? manifest : { ...manifest, predictions: left };
    });
  }

  /**
   * Removes the trace of an experiment and keeps everything else. Does nothing when it keeps no trace.
   * @throws TrimtabError when it is running or damaged, or the trace cannot be removed
   */
  dropTrace(id: string, moment = new Date()): void {
    const { folder } = this.get(id);
    if (isOwned(folder))
      throw new TrimtabError(`Experiment ${id} is still running; stop it before you drop its trace.`);
    if (!existsSync(join(folder, FILES.trace))) return;
    // The manifest first: an interruption leaves unreferenced files, never a reference to a missing trace.
    changeManifest(folder, () => {
      const changed = { ...this.get(id).manifest, traceDropped: moment.toISOString() };
      if (changed.trace?.kind === 'kept') delete changed.trace;
      return changed;
    });
    try {
      rmSync(join(folder, FILES.trace), { recursive: true });
    } catch (error) {
      throw new TrimtabError(
        `The trace of experiment ${id} could not be removed (${errorCode(error) ?? String(error)}); check the permissions of ${folder}.`,
        { cause: error },
      );
    }
    // Rows of the history are read again when the manifest changes, and the size has just changed.
    const now = new Date();
    utimesSync(join(folder, MANIFEST), now, now);
  }

  /**
   * Deletes an experiment, damaged or not, with everything in its folder, and its predicted runs.
   * @throws TrimtabError when it is running or cannot be deleted
   */
  delete(id: string): void {
    const folder = this.folderOf(id);
    if (isOwned(folder)) throw new TrimtabError(`Experiment ${id} is still running; stop it before you delete it.`);
    // Renamed first: a deletion that is interrupted leaves nothing that looks like a damaged experiment.
    const doomed = join(this.folder, `.deleted-${id}`);
    try {
      rmSync(doomed, { recursive: true, force: true });
      renameSync(folder, doomed);
      rmSync(doomed, { recursive: true, force: true });
    } catch (error) {
      throw new TrimtabError(
        `Experiment ${id} could not be deleted (${errorCode(error) ?? String(error)}); check the permissions of ${this.folder}.`,
        {
          cause: error,
        },
      );
    }
    this.predictedRuns.deletePredictedFrom(id);
  }

  private deletePredictedFrom(id: string): void {
    const predicted = this.readable().filter(({ manifest }) => manifest.predicted?.experiment === id);
    for (const { manifest } of predicted) this.delete(manifest.id);
    if (predicted.length > 0) this.removeIfEmpty();
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');

function newTags(change: NonNullable<Annotation['tags']>, old: readonly string[]): readonly string[] {
  return typeof change === 'function' ? change(old) : change;
}

function cleanTags(tags: readonly string[]): string[] {
  const clean = [...new Set(tags.map(oneLine).filter((tag) => tag !== ''))];
  const long = clean.find((tag) => tag.length > LONGEST_TAG);
  if (long !== undefined)
    throw new TrimtabError(`The tag "${long.slice(0, 20)}…" is longer than ${LONGEST_TAG} characters; shorten it.`);
  return clean;
}

function defaultName(draft: Draft): string {
  if (draft.ranks === undefined) return draft.program;
  return `${draft.program}, ${draft.ranks} ${draft.ranks === 1 ? 'rank' : 'ranks'}`;
}
