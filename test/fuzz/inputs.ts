/** Fuzzed inputs: each kind of file that Trimtab reads, valid samples of it, and the check of one. */
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { evaluate } from '../../src/asl/compile/evaluate.js';
import { foundation, shippedTexts } from '../../src/asl/library.js';
import { parse } from '../../src/asl/syntax/parse.js';
import { soundProperties } from '../../src/asl/texts.js';
import { check } from '../../src/asl/types/check.js';
import { elementAt } from '../../src/base/elements.js';
import { CancelledError, TrimtabError } from '../../src/base/problem.js';
import { ExperimentStore, History, INDEX } from '../../src/experiments/index.js';
import { formatManifest, parseManifest, type Manifest } from '../../src/experiments/store/manifest.js';
import { decodeSpace, encodeSpace } from '../../src/experiments/files/spaceFile.js';
import { TimelineFile, writeTimeline } from '../../src/experiments/files/timelineFile.js';
import { sampleTimeline } from '../experiments/timelineSample.js';
import { readCube, toSpace } from '../../src/formats/cube/index.js';
import { readCube3 } from '../../src/formats/cube3/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { stackTargets } from './stackInputs.js';
import type { PerformanceSpace } from '../../src/model/performanceSpace.js';
import { parseConfiguration } from '../../src/workflows/configuration/configuration.js';
import { parseWorkflow } from '../../src/workflows/reading/parse.js';
import { readRuns } from '../../src/workflows/runner/index.js';
import { RunFile } from '../../src/workflows/runs/runFile.js';
import { measuredData, openmpRun } from '../asl/support.js';
import { textOf as treeText } from '../asl/textOf.js';
import { bytesOf, sampleDefinitions as cubeDefinitions, sampleSpace } from '../formats/cube/support.js';
import { oddCube } from '../formats/cube/files.js';
import { cube3File } from '../formats/cube3/file.js';
import { writeArchive } from '../formats/otf2/otf2Writer.js';
import { profileKinds } from './profileKinds.js';
import { enter, leave, sampleDefinitions, sampleEvents, send, time } from '../formats/otf2/sampleArchive.js';

/** One kind of file. */
export interface Target {
  /** Of all inputs, about so many are of this kind: parts of a whole of all shares. */
  readonly share: number;
  readonly wholes: readonly Uint8Array[];
  /** Reads an input as the product does. Throws what it throws, and Error where a result is absurd without a word. */
  readonly read: (input: Uint8Array) => void | Promise<void>;
}

/** Reports whether an error is a sentence for users; every other one is a defect. */
export const isSentence = (error: unknown): boolean => error instanceof TrimtabError || error instanceof CancelledError;

function checkSpace({ callTree, severities, locationCount }: PerformanceSpace, told: boolean): void {
  for (let node = 0; node < callTree.size; node++)
    if (elementAt(callTree.parent, node) >= node)
      throw new Error(`call path ${node} is below ${callTree.parent[node]}`);
  for (const [metric, { callPath, location, value }] of severities)
    for (let entry = 0; entry < value.length; entry++) {
      if (elementAt(callPath, entry) >= callTree.size || elementAt(location, entry) >= locationCount)
        throw new Error(`a value of ${metric} belongs nowhere`);
      if (!told && !Number.isFinite(value[entry])) throw new Error(`${metric} is ${value[entry]}, and nothing says so`);
    }
}

const folder = (): string => mkdtempSync(join(tmpdir(), 'trimtab-fuzz-'));
/** Reads all of a stored timeline, as far as it can be read. */
function readTimeline(input: Uint8Array): void {
  const path = join(folder(), 'timeline.bin');
  writeFileSync(path, input);
  const file = TimelineFile.open(path, { locations: 2, callPaths: 3 }, (bytes) => {
    if (bytes > 1 << 24) throw new TrimtabError('It is larger than what was written.');
  });
  try {
    for (let run = 0; run < file.runsOf('waits').first.length; run++) file.waits(run);
    for (let run = 0; run < file.runsOf('messages').first.length; run++) file.messages(run);
    for (let run = 0; run < file.runsOf('collectives').first.length; run++) file.collectives(run);
    for (let run = 0; run < file.runsOf('path').first.length; run++) file.path(run);
  } finally {
    file.close();
    rmSync(path);
  }
}

function timelineBytes(): Buffer {
  const path = join(folder(), 'timeline.bin');
  writeTimeline(path, sampleTimeline(20), 3);
  return readFileSync(path);
}

const textOf = (input: Uint8Array): string => Buffer.from(input).toString('utf8');

/** Events that are read at once, far more than the archive has; the usual number is much memory for an input of some bytes. */
const BATCH = 1024;

/** One file of an archive is changed; the others stay whole. */
function archiveTarget(name: string, share: number): Target {
  const order = 'little';
  const events = [
    time(1),
    enter(0),
    time(5),
    send(1, 0, 5, 6),
    time(9),
    enter(1),
    time(12),
    leave(1),
    time(20),
    leave(0),
  ];
  const path = writeArchive({
    order,
    chunkSize: 256,
    definitions: sampleDefinitions(order, [events.length, 4], [], 256),
    locations: [0, 1].map((id) => ({ id, events: sampleEvents(order, events, 256) })),
  });
  const file = join(dirname(path), name);
  return {
    share,
    wholes: [readFileSync(file)],
    read: (input) => {
      writeFileSync(file, input);
      const trace = openArchive(path, { batchSize: BATCH });
      const { space, report } = analyzeTrace(trace, { program: 'x' });
      const problems = [...trace.problems, ...report.problems];
      checkSpace(space, problems.length > 0);
      for (const { severity } of report.findings)
        if (problems.length === 0 && !(severity >= 0 && severity <= 1))
          throw new Error(`a finding takes ${severity} of the time, and nothing says why`);
    },
  };
}

const MANIFEST: Manifest = {
  format: 'trimtab-experiment',
  version: 1,
  id: '20250101-000000-x-aaaaaa',
  name: 'x',
  state: 'complete',
  program: 'x',
  created: '2025-01-01T00:00:00.000Z',
  target: 'local',
  tags: ['a', 'b'],
  environment: { OMP_NUM_THREADS: '4' },
  timings: { build: 1.5 },
};
const WORKFLOW = `version: 1
name: Tune
inputs: { ranks: [1, 2, 4] }
steps:
  - build: {}
  - each: { over: { ranks: '\${{ inputs.ranks }}' }, steps: [{ run: { ranks: '\${{ each.ranks }}' } }, { analyze: {} }] }
  - ask: { question: Go on?, choices: ["yes", "no"] }
`;
const CONFIGURATION = `version: 1
program: heat
ranks: 4
build: { command: [make, -B, CC=trimtab-cc mpicc] }
run: { command: [mpirun, -n, '{ranks}', ./heat] }
environment: { OMP_NUM_THREADS: 2 }
targets: { cluster: { kind: slurm, host: login, setup: module load gcc } }
`;

function runTarget(): Target {
  const project = folder();
  const run = RunFile.create(project, { name: 'x', workflow: 'x', configuration: 'x', inputs: { a: 1 } }, WORKFLOW);
  run.release();
  const file = join(run.folder, 'state.yaml');
  return {
    share: 4,
    wholes: [readFileSync(file)],
    read: (input) => {
      writeFileSync(file, input);
      if (readRuns(project).length !== 1) throw new Error('the run is not in the list');
    },
  };
}

async function indexTarget(): Promise<Target> {
  const project = folder();
  const store = new ExperimentStore(project);
  store.create({ program: 'x', target: 'local' }).finish('complete');
  const index = join(project, '.trimtab', INDEX);
  await new History(store).list();
  return {
    share: 1,
    wholes: [readFileSync(index)],
    read: async (input) => {
      mkdirSync(dirname(index), { recursive: true });
      writeFileSync(index, input);
      const { entries } = await new History(store).list();
      if (entries.length !== 1 || elementAt(entries, 0).program !== 'x')
        throw new Error('the list is not what the folders say');
    },
  };
}

/** Functions that call themselves, and are declared next to others of their name. */
const RECURSIVE = `double total(double n) = if (n <= 0) 0 else n + total(n - 1);
double total(ParPerf pd) = sum(pd.execT) / cpu(1 s);
bool even(double n) = n == 0 or (n != 1 and even(n - 2));
setof Enter open(Event e, Location l) = if (e == NULL) {} else open(PRED(e), l) union {e.enterptr};
property P(ParPerf pd) { let n = max(pd.execC); in condition: even(4) and pd.reg != NULL; severity: total(pd) / total(9); }
`;

/**
 * Texts of properties: whatever their content, they are typed and evaluated within limits, and their trees are the
 * texts.
 */
function aslTarget(): Target {
  const base = foundation();
  const threads = { execT: [1, 2], exitBarT: [0, 1], enterT: [0.5, 0.5], exitT: [0.1, 0.1] };
  const constructs = (['loop', 'critical', 'barrier'] as const).map((construct) => ({ construct, columns: threads }));
  const data = measuredData(openmpRun(constructs, { wall: 4, cpu: 8 }));
  const limits = { steps: 20_000, seconds: 10, elements: 10_000 };
  return {
    share: 8,
    wholes: [...shippedTexts().map(({ text }) => text), RECURSIVE].map((text) => Buffer.from(text)),
    read: (input) => {
      const source = { name: 'x.asl', text: textOf(input) };
      if (treeText(parse(source.text).tree) !== source.text) throw new Error('the tree of a text is another text');
      const checked = check(source, base);
      for (const property of soundProperties(checked))
        for (const { severity } of evaluate(property, data, { limits, now: () => 0 }).found)
          if (!(severity >= 0)) throw new Error(`${property.name} holds with a severity of ${severity}`);
    },
  };
}

/** All kinds by name. */
export async function targets(): Promise<Readonly<Record<string, Target>>> {
  const cube = { compress: true } as const;
  return {
    anchor: archiveTarget('traces.otf2', 4),
    definitions: archiveTarget('traces.def', 12),
    events: archiveTarget('traces/0.evt', 12),
    cubex: {
      share: 20,
      wholes: [bytesOf(sampleSpace(), cubeDefinitions()), bytesOf(sampleSpace(), cubeDefinitions(), cube), oddCube()],
      read: (input) => {
        checkSpace(toSpace(readCube(input, 'x.cubex')).space, false);
      },
    },
    cube3: {
      share: 20,
      wholes: [Buffer.from(cube3File()), gzipSync(cube3File())],
      read: (input) => {
        checkSpace(toSpace(readCube3(input, 'x.cube')).space, false);
      },
    },
    space: {
      share: 20,
      wholes: [encodeSpace(sampleSpace())],
      read: (input) => checkSpace(decodeSpace(input), false),
    },
    timeline: {
      share: 10,
      wholes: [timelineBytes()],
      read: readTimeline,
    },
    manifest: {
      share: 10,
      wholes: [Buffer.from(formatManifest(MANIFEST))],
      read: (input) => void parseManifest(textOf(input)),
    },
    workflow: {
      share: 8,
      wholes: [Buffer.from(WORKFLOW)],
      read: (input) => void parseWorkflow(textOf(input)),
    },
    configuration: {
      share: 8,
      wholes: [Buffer.from(CONFIGURATION)],
      read: (input) => void parseConfiguration(textOf(input), 'trimtab.yaml'),
    },
    ...Object.fromEntries(
      Object.entries(profileKinds).map(([name, { read, ...kind }]): [string, Target] => [
        name,
        {
          ...kind,
          read: (input) => {
            const { space, problems } = read(input);
            checkSpace(space, problems.length > 0);
          },
        },
      ]),
    ),
    asl: aslTarget(),
    ...stackTargets(checkSpace),
    run: runTarget(),
    index: await indexTarget(),
  };
}
