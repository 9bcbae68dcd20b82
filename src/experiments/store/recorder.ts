/** Writing one experiment while it happens. */
import { present } from '../../base/present.js';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FindingsReport } from '../../model/findings/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { TrimtabError } from '../../base/problem.js';
import { FILES, isOfOtherLoop, readManifest } from './experiment.js';
import { isFile, writeAtomically, writeError } from '../../base/files/index.js';
import { formatManifest, MANIFEST, withWords, wordsOf, type Manifest, type Words } from './manifest.js';
import { changeManifest } from './manifestFile.js';
import { claim, release } from './owner.js';
import { checkReport } from '../report/reportSchema.js';
import { encodeSpace } from '../files/spaceFile.js';
import { resultRecord } from './summary.js';

/** Facts that are added to a manifest as they become known. */
export type ManifestChange = Partial<Omit<Manifest, 'format' | 'version' | 'id' | 'created' | 'state' | keyof Words>>;

/** The single writer of a running experiment. Every step is on disk before the next begins. */
export class Recorder {
  private constructor(
    /** Absolute path of the experiment's folder. */
    readonly folder: string,
    private current: Manifest,
  ) {}

  /** @param place folder where the experiment is made whole; it is then moved to `folder`, which must not be there */
  static begin(place: string, folder: string, manifest: Manifest): Recorder {
    claim(place);
    writeAtomically(join(place, MANIFEST), formatManifest(manifest));
    try {
      renameSync(place, folder);
    } catch (error) {
      throw writeError(folder, error);
    }
    return new Recorder(folder, manifest);
  }

  /**
   * Resumes an experiment, left in the state `running` or ended; the caller ensures that no other process writes it.
   * @throws TrimtabError when its manifest is damaged
   */
  static resume(folder: string): Recorder {
    claim(folder);
    try {
      const manifest = readManifest(folder);
      const recorder = new Recorder(folder, manifest);
      if (manifest.state !== 'running') {
        const again: Manifest = { ...manifest, state: 'running' };
        delete again.problem;
        recorder.write(again);
      }
      return recorder;
    } catch (error) {
      release(folder);
      throw error;
    }
  }

  get id(): string {
    return this.current.id;
  }

  get manifest(): Manifest {
    return this.current;
  }

  /** Absolute path of a file or folder of this experiment. */
  path(name: (typeof FILES)[keyof typeof FILES]): string {
    return join(this.folder, name);
  }

  /** The person may rename or annotate a running experiment: their words are taken from disk. */
  private write(manifest: Manifest): void {
    this.current = changeManifest(this.folder, () => withWords(manifest, wordsOf(readManifest(this.folder))));
  }

  /** Adds facts to the manifest. */
  update(change: ManifestChange): void {
    this.write({ ...this.current, ...change });
  }

  /**
   * Stores an analysis: the space, then the findings, then the manifest that announces them.
   * @param written a file on the same disk that holds the space already, as encodeSpace makes it, with the timeline and
   * the dynamics next to it; all are moved
   */
  storeResults(report: FindingsReport, space: PerformanceSpace, written?: string): void {
    checkReport(report, 'The report of the analysis');
    const text = Buffer.from(`${JSON.stringify(report, undefined, 1)}\n`);
    if (written === undefined) writeAtomically(this.path(FILES.space), encodeSpace(space));
    else this.takeSpace(written);
    writeAtomically(this.path(FILES.findings), text);
    this.update({ result: resultRecord(report, text.length) });
  }

  private takeSpace(written: string): void {
    try {
      renameSync(written, this.path(FILES.space));
      // They belong to an earlier analysis.
      for (const name of readdirSync(this.folder)) if (isOfOtherLoop(name)) rmSync(join(this.folder, name));
      for (const name of [FILES.timeline, FILES.dynamics, FILES.series] as const) {
        const beside = join(dirname(written), name);
        if (isFile(beside)) renameSync(beside, this.path(name));
      }
    } catch (error) {
      throw writeError(this.path(FILES.space), error);
    }
  }

  /** Ends the recording. @param problem one sentence with the reason of a failure */
  finish(state: Exclude<Manifest['state'], 'running'>, problem?: string): void {
    try {
      this.write({ ...this.current, state, ...present({ problem }) });
    } finally {
      release(this.folder);
    }
  }

  /**
   * Ends the recording like finish, for error handling: a second error must not hide the first. Returns the second
   * error, if any.
   */
  finishQuietly(state: 'failed' | 'cancelled', problem?: string): TrimtabError | undefined {
    try {
      this.finish(state, problem);
      return undefined;
    } catch (error) {
      return error instanceof TrimtabError ? error : new TrimtabError(String(error), { cause: error });
    }
  }
}
