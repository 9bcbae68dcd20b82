/** Keeping the measured text of source files with an experiment. */
import { present } from '../../base/present.js';
import { basename, isAbsolute, join } from 'node:path';
import { FILES } from './experiment.js';
import { copyPrivately, statOf } from '../../base/files/index.js';
import { pathInside } from '../../base/files/inside.js';
import { bitsTell, privateReason } from './privateFiles.js';
import type { SourceRecord } from './manifest.js';

const SOURCE_NAME = /\.(c|cc|cpp|cxx|c\+\+|cu|h|hh|hpp|hxx|inc|inl|f|for|ftn|f77|f90|f95|f03|f08|f18)$/i;
/** Larger files are generated data rather than source text. */
const LARGEST = 4 << 20;

/** Whether a file is C, C++ or Fortran source by its name. */
export function isSourceName(path: string): boolean {
  return SOURCE_NAME.test(path);
}

/** Collects source files into the `sources` folder of an experiment, each once. */
export class SourceSnapshot {
  private readonly taken = new Map<string, SourceRecord>();
  private readonly judged: boolean;

  /**
   * @param experiment absolute path of the experiment's folder
   * @param project absolute path of the project folder
   * @param kept what the experiment has already
   */
  constructor(
    private readonly experiment: string,
    private readonly project: string,
    kept: readonly SourceRecord[] = [],
  ) {
    this.judged = bitsTell(project);
    for (const record of kept) this.taken.set(record.measured, record);
  }

  get records(): readonly SourceRecord[] {
    return [...this.taken.values()];
  }

  /**
   * Stores a copy of one file; files that are no source text, private, too large or missing are omitted.
   * @param file absolute path
   * @param unchangedSince keep it only when it was last changed before this moment (milliseconds since 1970)
   * @param measured its path in the measurement, if different: on another machine
   * @throws TrimtabError when the copy cannot be written
   */
  add(file: string, unchangedSince = Number.POSITIVE_INFINITY, measured = file): void {
    if (this.taken.has(measured) || !isAbsolute(file) || !isSourceName(file)) return;
    const facts = statOf(file);
    if (facts?.isFile() !== true || facts.size > LARGEST || facts.mtimeMs > unchangedSince) return;
    const inside = pathInside(this.project, file);
    const copy =
      inside === undefined
        ? `${FILES.sources}/outside/${this.taken.size}-${basename(file)}`
        : `${FILES.sources}/${inside}`;
    const target = join(this.experiment, copy);
    // Files that others may not read must not be distributed with an experiment.
    if (privateReason(file, facts.mode, this.judged) !== undefined || !copyPrivately(file, target, LARGEST)) return;
    this.taken.set(measured, { measured, copy, ...present({ project: inside }) });
  }
}
