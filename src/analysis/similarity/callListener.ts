import { absent } from '../../base/elements.js';
import type { Fraction } from '../../base/units.js';
import type { CallTree } from '../../model/callTree.js';
import type { Processes } from '../../model/processes.js';
import type { Iterations, LoopLevel } from '../../model/dynamics/series.js';
import type { CompressedCalls } from '../../model/dynamics/similar.js';
import type { Trace } from '../../model/trace.js';
import { SecondReading } from '../trace/again/secondReading.js';
import type { CallRecorder } from '../trace/recorders/recorders.js';
import { CompressedCallGraph, WeakCallGraph } from './callGraph.js';
import { compressedCalls } from './compressedCalls.js';
import { IterationCalls } from './iterationCalls.js';

/** Listens to the calls of a run as they are read: for the structure of iterations, and to compress them where that is wanted. */
export class CallListener {
  private found: IterationCalls | undefined;
  private readonly strong: CompressedCallGraph | undefined;
  private readonly weak = new WeakCallGraph();

  /**
   * @param callTree of the run
   * @param tolerance of times in the compressed graph; omitted if none is needed
   */
  constructor(
    private readonly callTree: CallTree,
    tolerance?: Fraction,
  ) {
    this.strong = tolerance === undefined ? undefined : new CompressedCallGraph(tolerance);
  }

  /** Takes the calls of a location. @param starts when its iterations begin, and when the last one ends */
  private recorder({ count, parent }: LoopLevel, location: number, starts: Float64Array): CallRecorder {
    this.found ??= new IterationCalls(count, around(parent, this.callTree));
    const structure = this.found.recorder(location, starts);
    if (this.strong === undefined) return structure;
    const all = [structure, this.strong.recorder(), this.weak.recorder()];
    return {
      begin: (node, time) => {
        for (const each of all) each.begin(node, time);
      },
      end: (node, time) => {
        for (const each of all) each.end(node, time);
      },
    };
  }

  /**
   * Reads the events of a trace for their calls.
   * @param trace with the times that iterations were found in
   * @throws CancelledError
   */
  listen(trace: Trace, processes: Processes, iterations: Iterations, isCancelled?: () => boolean): void {
    const { starts } = iterations;
    const look = (location: number): { readonly calls?: CallRecorder } => {
      const own = starts[location] ?? absent(location);
      return own.length === 0 ? {} : { calls: this.recorder(iterations, location, own) };
    };
    const reading = new SecondReading(trace, processes, this.callTree, isCancelled);
    for (const locations of processes.locations) reading.read(locations, look);
    reading.finish();
  }

  /** Calls of iterations; undefined before the first event. */
  get calls(): IterationCalls | undefined {
    return this.found;
  }

  /** How all calls compress; undefined where that was not wanted. */
  compressed(): CompressedCalls | undefined {
    return this.strong === undefined ? undefined : compressedCalls(this.strong, this.weak, this.callTree.size);
  }
}

/** By call path: 1 for a caller and those that call it. */
function around(caller: number, { parent, size }: CallTree): Uint8Array {
  const found = new Uint8Array(size);
  for (let at = caller; at >= 0; at = parent[at] ?? absent(at)) found[at] = 1;
  return found;
}
