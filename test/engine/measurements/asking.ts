/** Measurements that tests open, and what they ask of them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnalysisResult, analyzeTrace } from '../../../src/analysis/trace/index.js';
import { answerers, type Answerers } from '../../../src/engine/measurements/answers/index.js';
import { OpenMeasurement } from '../../../src/engine/measurements/openMeasurement.js';
import { Room } from '../../../src/engine/measurements/room.js';
import { ExperimentStore, FILES } from '../../../src/experiments/index.js';
import { encodeSpace } from '../../../src/experiments/files/spaceFile.js';
import { writeTimeline } from '../../../src/experiments/files/timelineFile.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { spaceDefinitions } from '../../../src/model/definitions.js';
import type { Timeline } from '../../../src/model/timeline.js';
import type { Trace } from '../../../src/model/trace.js';
import { type Answer, type Ask, checkAnswer, checkAsk, type QueryKind } from '../../../src/protocol/queries/index.js';

/** Asks an open measurement as a client does: questions and answers are checked, and heads go through JSON. */
export function askIn<K extends QueryKind>(measurement: OpenMeasurement, kind: K, asked: Ask<K>): Answer<K> {
  const answerer: Answerers[K] = answerers[kind];
  const { head, columns } = answerer(measurement, checkAsk(kind, asked), () => undefined);
  return checkAnswer(kind, JSON.parse(JSON.stringify(head)), columns);
}

/** As askIn, of a measurement that is opened later. */
export const asking =
  (measurement: () => OpenMeasurement) =>
  <K extends QueryKind>(kind: K, asked: Ask<K>): Answer<K> =>
    askIn(measurement(), kind, asked);

export interface OpenedRun {
  readonly trace: Trace;
  readonly made: AnalysisResult;
  readonly timeline: Timeline;
  readonly measurement: OpenMeasurement;
  /** Removes the experiment: what `beforeAll` returns is done after all tests. */
  readonly remove: () => void;
}

/** Analyzes an archive with a timeline, keeps it as a separate experiment, and opens that. */
export function openedRun(archive: string): OpenedRun {
  const trace = openArchive(archive);
  const made = analyzeTrace(trace, { program: 'app', timeline: true });
  const { timeline, space } = made;
  if (timeline === undefined) throw new Error('there is no timeline');
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-test-'));
  const store = new ExperimentStore(folder);
  const recorder = store.create({ program: 'app', target: 'local', ranks: 4 });
  recorder.update({ trace: { kind: 'reference', path: archive } });
  const named = { ...space, definitions: spaceDefinitions(trace.definitions) };
  writeFileSync(join(recorder.folder, FILES.space), encodeSpace(named));
  writeTimeline(join(recorder.folder, FILES.timeline), timeline, space.callTree.size);
  recorder.finish('complete');
  const measurement = OpenMeasurement.read(store.get(recorder.id), true, new Room(1 << 28));
  return { trace, made, timeline, measurement, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
