/** Reading one experiment's folder. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DynamicsReport } from '../../model/dynamics/dynamics.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { errorCode, isFile, liesIn, readBytes, readText as readFileText, statOf } from '../../base/files/index.js';
import { jsonMemory } from '../../base/jsonMemory.js';
import { TrimtabError } from '../../base/problem.js';
import { commandText, dataSize } from '../../base/text.js';
import { MANIFEST, parseManifest, type Manifest, type SourceRecord } from './manifest.js';
import { checkDynamics } from '../report/dynamicsSchema.js';
import { checkReport } from '../report/reportSchema.js';
import { decodeSpace } from '../files/spaceFile.js';
import { isOwned } from './owner.js';

/** Names of the files in an experiment's folder, in addition to the manifest. */
export const FILES = {
  findings: 'findings.json',
  space: 'space.bin',
  /** Derived from the trace: see timelineFile.ts. */
  timeline: 'timeline.bin',
  /** How performance changes by iteration, and the series it was found in: see seriesFile.ts. */
  dynamics: 'dynamics.json',
  series: 'series.bin',
  /** Of older versions, whose space does not hold the names that it belongs to. */
  cubex: 'summary.cubex',
  buildLog: 'build.log',
  /** File in which the compiler wrapper records its calls during a build. */
  compilations: 'compilations.tsv',
  runLog: 'run.log',
  diff: 'sources.diff',
  sources: 'sources',
  trace: 'trace',
  untracked: 'untracked.tar.gz',
  jobScript: 'job.sh',
  /** Rules for functions, as the probe reads them. */
  selection: 'selection.txt',
} as const;

/** The names of the files of a loop: of its report, and of its series. */
export const dynamicsNames = (level: number): { readonly report: string; readonly series: string } =>
  level === 0
    ? { report: FILES.dynamics, series: FILES.series }
    : { report: `dynamics-${level}.json`, series: `series-${level}.bin` };

/** Whether a file is of a loop that is not the chosen one. */
export const isOfOtherLoop = (name: string): boolean => /^(?:dynamics-\d+\.json|series-\d+\.bin)$/.test(name);

/** Names of what is analyzed in the trace's folder: an archive's anchor file, or a profile. */
const MEASURED = ['traces.otf2', 'profile.cubex'];

/** Problem of an experiment whose process was killed before anything was stored. */
export const NOT_BEGUN =
  'The run was interrupted before it began: Trimtab was ended, or could not write to the disk; nothing was measured, and this experiment can be deleted.';

/** Reports whether an experiment contains anything in addition to its owner file. */
export function hasBegun(folder: string): boolean {
  return readdirSync(folder).some((name) => name !== 'running.json' && !name.startsWith('.'));
}

/** Returns the problem of an experiment whose process was killed, and the remaining measurements. */
function interrupted(folder: string, { trace }: Manifest): string {
  const what =
    'The run was interrupted: Trimtab was ended, or could no longer write to the disk, while it was running.';
  const found = MEASURED.map((name) => join(folder, FILES.trace, name)).find((path) => existsSync(path));
  const kept = trace?.kind === 'reference' ? trace.path : (found ?? (trace && join(folder, trace.path)));
  if (kept !== undefined)
    return `${what} Its ${kept.endsWith('.cubex') ? 'profile' : 'trace'} is kept; analyze it with Open Trace or Profile: ${kept}`;
  const records = join(folder, FILES.trace);
  if (existsSync(records) && readdirSync(records).length > 0)
    return `${what} The records of the ranks are kept in ${records}, but they are not a trace yet; this command creates and analyzes one: ${commandText(['trimtab', 'analyze', records])}`;
  return `${what} Nothing was measured yet.`;
}

/** Bytes beyond which a file of an experiment is none that Trimtab wrote. */
const LIMITS = { manifest: 8 << 20, findings: 256 << 20, space: 1 << 30, source: 16 << 20 } as const;

/** @param path of a file within `folder` */
function readText(folder: string, path: string, limit: number): string {
  try {
    return readFileText(join(folder, path), { limit, within: folder });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new TrimtabError(`${basename(path)} is missing.`, { cause: error });
    throw error;
  }
}

/**
 * Reads and checks the manifest in an experiment's folder. One left in the state `running` by a terminated process
 * reads as failed.
 * @throws TrimtabError with one sentence about the damage
 */
export function readManifest(folder: string): Manifest {
  const manifest = parseManifest(readText(folder, MANIFEST, LIMITS.manifest));
  if (manifest.id !== basename(folder))
    throw new TrimtabError(`${MANIFEST} belongs to experiment ${manifest.id}; the folder was renamed or copied.`);
  if (manifest.state === 'running' && !isOwned(folder))
    return { ...manifest, state: 'failed', problem: manifest.problem ?? interrupted(folder, manifest) };
  return manifest;
}

/** Checks cheaply, without parsing, that the results listed in a manifest are complete. */
export function checkResults(folder: string, manifest: Manifest): void {
  if (manifest.result === undefined) return;
  const size = statOf(join(folder, FILES.findings))?.size;
  if (size === undefined) throw new TrimtabError(`${FILES.findings} is missing.`);
  if (size !== manifest.result.findingsBytes)
    throw new TrimtabError(
      `${FILES.findings} has ${size} bytes instead of ${manifest.result.findingsBytes}: it was cut off or changed.`,
    );
}

/** Bytes that the values of a report may take in memory. */
const MOST_REPORT_MEMORY = 512 << 20;

function parsed(text: string, file: string): unknown {
  if (jsonMemory(text) > MOST_REPORT_MEMORY)
    throw new TrimtabError(
      `${file} holds values that need more than ${dataSize(MOST_REPORT_MEMORY)} of memory, more than an analysis makes; analyze the measurement again.`,
    );
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new TrimtabError(`${file} is not valid JSON.`, { cause: error });
  }
}

/** One readable experiment. */
export class Experiment {
  readonly id: string;

  constructor(
    /** Absolute path of the experiment's folder. */
    readonly folder: string,
    readonly manifest: Manifest,
  ) {
    this.id = manifest.id;
  }

  /** Absolute path of the trace's anchor file; undefined when nothing was recorded. */
  get archive(): string | undefined {
    const { trace } = this.manifest;
    if (trace === undefined) return undefined;
    return trace.kind === 'kept' ? join(this.folder, trace.path) : trace.path;
  }

  /** Whether the trace lies in the experiment's folder, when links are resolved. */
  get hasTraceInside(): boolean {
    const { archive } = this;
    return archive !== undefined && liesIn(this.folder, archive);
  }

  /** Whether an analysis was stored. */
  get hasResults(): boolean {
    return this.manifest.result !== undefined;
  }

  /**
   * The stored findings.
   * @throws TrimtabError when there are none or they are damaged
   */
  report(): FindingsReport {
    if (!this.hasResults)
      throw new TrimtabError(
        `Experiment ${this.id} has no results: ${this.manifest.problem ?? 'it was not analyzed.'}`,
      );
    checkResults(this.folder, this.manifest);
    const text = readText(this.folder, FILES.findings, LIMITS.findings);
    const file = `${FILES.findings} of experiment ${this.id}`;
    return checkReport(parsed(text, file), file);
  }

  /**
   * Returns the stored dynamics by iteration of a loop; undefined if there are none.
   * @param level index of the loop; the chosen one is 0
   * @throws TrimtabError when it is damaged
   */
  dynamics(level = 0): DynamicsReport | undefined {
    const name = dynamicsNames(level).report;
    if (!isFile(join(this.folder, name))) return undefined;
    const file = `${name} of experiment ${this.id}`;
    return checkDynamics(parsed(readText(this.folder, name, LIMITS.findings), file), file);
  }

  /**
   * The stored performance space.
   * @throws TrimtabError when there is none or it is damaged
   */
  space(): PerformanceSpace {
    const space = this.storedSpace();
    if (space === undefined) throw new TrimtabError(`Experiment ${this.id} has no performance space.`);
    return space;
  }

  /** The same where one is kept. @throws TrimtabError when it is damaged */
  storedSpace(): PerformanceSpace | undefined {
    try {
      return decodeSpace(readBytes(join(this.folder, FILES.space), { limit: LIMITS.space }));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Absolute path of the results as a CUBE file, which older versions kept; undefined when there is none. */
  get cubex(): string | undefined {
    const path = join(this.folder, FILES.cubex);
    return isFile(path) ? path : undefined;
  }

  /** The source files kept with the experiment. */
  get sources(): readonly SourceRecord[] {
    return this.manifest.sources ?? [];
  }

  /** The text of a source file as it was measured; undefined when it was not kept. @param measured path as measured */
  measuredText(measured: string): string | undefined {
    const record = this.sources.find((source) => source.measured === measured);
    return record === undefined ? undefined : readText(this.folder, record.copy, LIMITS.source);
  }
}
