/** An experiment that is open for pictures. */
import type { Experiment, RunResults } from '../../experiments/index.js';
import type { Answer, Ask, QueryKind } from '../../protocol/queries/index.js';
import { answerers, type Answerers } from '../measurements/answers/index.js';
import type { CheckCancelled } from '../measurements/eventIndex.js';
import { OpenMeasurement } from '../measurements/openMeasurement.js';
import { Room } from '../measurements/room.js';

/** Bytes that columns of numbers may take. */
const MEMORY = 2 ** 31;

/** Asks an open experiment, as the editor does. */
export type AskRun = <K extends QueryKind>(kind: K, ask: Ask<K>) => Answer<K>;

export interface OpenedRun {
  readonly ask: AskRun;
  readonly experiment: Experiment;
  readonly results: RunResults;
}

/** @param readsOutside whether a trace outside of the experiment's folder may be read @throws as OpenMeasurement.read */
export function openedRun(experiment: Experiment, readsOutside: boolean, checkCancelled: CheckCancelled): OpenedRun {
  const measurement = OpenMeasurement.read(experiment, readsOutside, new Room(MEMORY));
  const ask = <K extends QueryKind>(kind: K, asked: Ask<K>): Answer<K> => {
    const answerer: Answerers[K] = answerers[kind];
    return answerer(measurement, asked, checkCancelled);
  };
  return { ask, experiment, results: measurement };
}
