import { elementAt } from '../../../base/elements.js';
import { TrimtabError } from '../../../base/problem.js';
import type { Seconds } from '../../../base/units.js';
import { type AnalyzedTrace, LoopSearch } from '../../dynamics/loops/index.js';
import { SecondReading } from '../../trace/again/secondReading.js';

/** Iterations of the main loop of a run. */
export interface IterationStarts {
  /** Iterations that all processes have. */
  readonly count: number;
  /** By process, `count + 1` moments: the begin of each iteration, and the end of the last one. */
  readonly ofProcess: ReadonlyMap<number, ArrayLike<Seconds>>;
}

/**
 * Reads the calls of a trace again, and finds its main loop.
 * @throws TrimtabError if it has none; CancelledError
 */
export function iterationStarts(analyzed: AnalyzedTrace): IterationStarts {
  const { trace, processes, space, isCancelled } = analyzed;
  const search = new LoopSearch(analyzed);
  const reading = new SecondReading(trace, processes, space.callTree, isCancelled);
  for (const [process, main] of search.mains) {
    const log = search.log();
    if (search.hasCandidates)
      reading.read(elementAt(processes.locations, process), (location) => (location === main ? { calls: log } : {}));
    search.add(log);
  }
  reading.finish();
  const { levels, starts, none } = search.loops();
  const [[level], [ofProcess]] = [levels, starts];
  if (level === undefined || ofProcess === undefined)
    throw new TrimtabError(`Iterations cannot be balanced. ${none ?? 'No loop was found.'}`);
  return { count: level.count, ofProcess };
}
