/** The thread of an open measurement: holds the results of one experiment and answers questions about them. */
import { parentPort, workerData } from 'node:worker_threads';
import { Experiment } from '../../experiments/store/experiment.js';
import { CancelledError } from '../../base/problem.js';
import { send } from '../../base/sendable.js';
import type { Answer, QueryKind } from '../../protocol/queries/index.js';
import { failureOf } from '../analysis/failure.js';
import { answerers, type Answerers } from '../measurements/answers/index.js';
import type { MeasurementReply, MeasurementRequest, MeasurementTask } from '../measurements/messages.js';
import { OpenMeasurement } from '../measurements/openMeasurement.js';
import { Room } from '../measurements/room.js';

function isTask(data: unknown): data is MeasurementTask {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'measurement';
}

/** The buffers of an answer, which leave this thread with it. */
function buffersOf({ columns }: Answer<QueryKind>): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  for (const { buffer } of Object.values(columns)) if (buffer instanceof ArrayBuffer) buffers.add(buffer);
  return [...buffers];
}

function serve({ experiment, readsOutside, limit, cancelled }: MeasurementTask): void {
  const flags = new Int32Array(cancelled);
  let held: OpenMeasurement | undefined;
  const open = (): OpenMeasurement =>
    (held ??= OpenMeasurement.read(
      new Experiment(experiment.folder, experiment.manifest),
      readsOutside,
      new Room(limit),
    ));
  const answer = <K extends QueryKind>({ kind, ask, slot }: MeasurementRequest<K>): Answer<K> => {
    const checkCancelled = (): void => {
      if (Atomics.load(flags, slot) !== 0) throw new CancelledError();
    };
    checkCancelled();
    const answerer: Answerers[K] = answerers[kind];
    return answerer(open(), ask, checkCancelled);
  };
  const say = (reply: MeasurementReply, buffers: ArrayBuffer[] = []): void => send(parentPort, reply, buffers);
  parentPort?.on('message', (request: MeasurementRequest<QueryKind>) => {
    const { id } = request;
    try {
      const given = answer(request);
      say({ id, answer: given }, buffersOf(given));
    } catch (error) {
      say({ id, failure: failureOf(error) });
    }
  });
}

if (isTask(workerData)) serve(workerData);
