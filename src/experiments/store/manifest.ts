/** The manifest of an experiment: what was measured, where, when and how, readable without Trimtab. */
import * as v from 'valibot';
import { stringify } from 'yaml';
import { checkStored, type StoredFormat } from '../../base/storedFormat.js';
import { parseYaml } from '../../base/yaml.js';
import { TrimtabError } from '../../base/problem.js';
import { triedPrediction } from '../../model/findings/scenarioSchema.js';

/** File name of the manifest in an experiment's folder. */
export const MANIFEST = 'manifest.yaml';

const seconds = v.pipe(v.number(), v.finite(), v.minValue(0));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A path inside the experiment's folder: relative, and not leaving it. */
const insidePath = v.pipe(
  v.string(),
  v.minLength(1),
  v.check(
    (path) => !path.startsWith('/') && !path.split('/').includes('..'),
    'must be a path inside the experiment folder',
  ),
);

const commandRecord = v.object({
  argv: v.array(v.string()),
  /** Working folder, relative to the project folder where it lies inside it. */
  folder: v.string(),
  /** File it read from its standard input, relative to the project folder. */
  input: v.exactOptional(v.string()),
  exit: v.optional(v.number()),
  endedBy: v.optional(v.string()),
  stopped: v.optional(v.picklist(['cancelled', 'timeout'])),
  seconds: v.optional(seconds),
});

const toolRecord = v.object({ command: v.string(), version: v.string(), flavour: v.optional(v.string()) });

const problemRecord = v.object({
  level: v.picklist(['error', 'warning', 'information']),
  message: v.string(),
  where: v.exactOptional(v.string()),
});

/** One source file kept with the experiment: the text that was measured. */
const sourceRecord = v.object({
  /** Path as the measurement wrote it, or the absolute path of a listed source. */
  measured: v.string(),
  /** The copy, inside the experiment's folder. */
  copy: insidePath,
  /** Path relative to the project folder, where the file lies inside it. */
  project: v.optional(v.string()),
});

/** Files that look private and so were not kept, and why each was taken for that. */
const withheldFiles = v.optional(v.array(v.object({ path: v.string(), reason: v.string() })));

/** Measured version in version control. */
const revisionRecord = v.object({
  commit: v.string(),
  changed: v.boolean(),
  /** The difference to the commit, in the experiment's folder. */
  diff: v.optional(insidePath),
  /** Changed files that are not in the difference. */
  withheld: withheldFiles,
});

/** Files that the revision does not know: what version control would lose. */
const untrackedRecord = v.object({
  /** A gzipped tar file of them, paths relative to the top of the repository. */
  bundle: v.optional(insidePath),
  files: count,
  /** Relative paths omitted because they are too large, no regular files, or beyond the limit of the whole. */
  omitted: v.optional(v.array(v.string())),
  withheld: withheldFiles,
});

/** The machine: facts by name, such as `Model name` or `memory`. */
const systemRecord = v.object({
  facts: v.record(v.string(), v.string()),
  /** Names of the nodes of a job, as the scheduler writes them. */
  nodes: v.optional(v.string()),
});

const jobRecord = v.object({
  /** The scheduler's number of it. */
  id: v.optional(v.string()),
  /** The script it was started with. */
  script: v.optional(insidePath),
  /** How it ended, in the scheduler's or our own words. */
  outcome: v.optional(v.string()),
  exit: v.optional(v.number()),
  began: v.optional(v.string()),
  ended: v.optional(v.string()),
  /** Resources requested from the scheduler in addition to the ranks. */
  resources: v.optional(v.object({ nodes: v.optional(count), threadsPerRank: v.optional(count) })),
});

const resultRecord = v.object({
  processes: count,
  locations: count,
  events: count,
  /** Set if sums were measured, without events; omitted for traces. */
  measurement: v.optional(v.literal('profile')),
  /** Seconds of all locations together. */
  totalTime: seconds,
  /** Wall-clock span of the trace, in seconds. */
  span: seconds,
  worst: v.optional(v.object({ property: v.string(), title: v.string(), severity: v.number() })),
  /** Warning about these numbers, in a few words; omitted if there is none. */
  doubt: v.optional(v.string()),
  /** Size of findings.json in bytes, to notice one that was cut off. */
  findingsBytes: count,
});

/** Predictions that are kept with one experiment. */
export const MOST_PREDICTIONS = 32;

/** A prediction that the user tries: the next runs are compared with it. */
const predictionRecord = v.object({
  ...triedPrediction.entries,
  created: v.pipe(v.string(), v.isoTimestamp()),
});

export const manifestSchema = v.object({
  format: v.literal('trimtab-experiment'),
  version: v.literal(1),
  id: v.string(),
  name: v.string(),
  state: v.picklist(['complete', 'failed', 'cancelled', 'running']),
  /** Why it failed, in one sentence. */
  problem: v.optional(v.string()),
  note: v.optional(v.string()),
  tags: v.optional(v.array(v.string())),
  /** Starred by the person: others are compared with it. */
  baseline: v.optional(v.boolean()),
  program: v.string(),
  created: v.pipe(v.string(), v.isoTimestamp()),
  target: v.string(),
  ranks: v.optional(v.object({ asked: v.optional(count), measured: v.optional(count) })),
  trace: v.optional(
    v.variant('kind', [
      v.object({ kind: v.literal('kept'), path: insidePath }),
      v.object({ kind: v.literal('reference'), path: v.string() }),
    ]),
  ),
  /** When the trace was removed to save space. */
  traceDropped: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  revision: v.optional(revisionRecord),
  untracked: v.optional(untrackedRecord),
  compiler: v.optional(toolRecord),
  mpi: v.optional(toolRecord),
  scheduler: v.optional(toolRecord),
  environment: v.optional(v.record(v.string(), v.string())),
  /** Loaded environment modules, in their order. */
  modules: v.optional(v.array(v.string())),
  system: v.optional(systemRecord),
  /** The target as it was configured. */
  targetConfiguration: v.optional(v.record(v.string(), v.unknown())),
  /** Measurement plan of src/measurement, which contains its version. */
  measurement: v.optional(v.record(v.string(), v.unknown())),
  job: v.optional(jobRecord),
  /** Identifier of the experiment that this one repeats. */
  reproduces: v.optional(v.string()),
  build: v.optional(v.array(commandRecord)),
  run: v.optional(commandRecord),
  /** Seconds each step took. */
  timings: v.optional(v.record(v.string(), seconds)),
  result: v.optional(resultRecord),
  sources: v.optional(v.array(sourceRecord)),
  problems: v.optional(v.array(problemRecord)),
  /** Of a run that was predicted: from which experiment, and the changes of the program. */
  predicted: v.optional(v.object({ experiment: v.string(), scenarios: triedPrediction.entries.scenarios })),
  predictions: v.optional(v.pipe(v.array(predictionRecord), v.maxLength(MOST_PREDICTIONS))),
});

export type Manifest = v.InferOutput<typeof manifestSchema>;
const manifestFormat: StoredFormat<Manifest> = {
  format: 'trimtab-experiment',
  version: 1,
  upgraders: {},
  schema: manifestSchema,
};

export type KeptPrediction = v.InferOutput<typeof predictionRecord>;
export type CommandRecord = v.InferOutput<typeof commandRecord>;
export type SourceRecord = v.InferOutput<typeof sourceRecord>;
export type ResultRecord = v.InferOutput<typeof resultRecord>;

/** User's annotations of an experiment; everything else is measured. */
export interface Words {
  readonly name: string;
  readonly note?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly baseline?: boolean | undefined;
}

export function wordsOf({ name, note, tags, baseline }: Manifest): Words {
  return { name, note, tags, baseline };
}

/** Returns the manifest with other annotations; empty ones are omitted. */
export function withWords(manifest: Manifest, { name, note, tags, baseline }: Words): Manifest {
  const changed = { ...manifest, name };
  delete changed.note;
  delete changed.tags;
  delete changed.baseline;
  if (note !== undefined && note !== '') changed.note = note;
  if (tags !== undefined && tags.length > 0) changed.tags = [...tags];
  if (baseline === true) changed.baseline = true;
  return changed;
}

const HEADER =
  '# One measured run of a program, written by Trimtab. Change only "name", "note", "tags" and "baseline".\n';

/** The manifest as YAML text. */
export function formatManifest(manifest: Manifest): string {
  // Plain strings that look like numbers, dates or booleans are quoted by the library; long lines stay whole.
  return HEADER + stringify(manifest, { lineWidth: 0, aliasDuplicateObjects: false });
}

/**
 * Reads a manifest's text.
 * @throws TrimtabError with one sentence naming the place when it is not a manifest of a known version
 */
export function parseManifest(text: string): Manifest {
  const { data, problems } = parseYaml(text);
  const problem = problems.at(0);
  if (problem !== undefined)
    throw new TrimtabError(`${MANIFEST} is not valid YAML (line ${problem.line}).`, { cause: problem });
  return checkStored(manifestFormat, MANIFEST, data);
}
