import { elementAt } from '../../base/elements.js';
import { counted } from '../../base/text.js';
import type { CallTree } from '../../model/callTree.js';
import type { Definitions, Region } from '../../model/definitions.js';
import type { CallPathStep, SourcePlace } from '../../model/findings/findings.js';
import { regionName } from '../../model/names.js';
import { InlinedCalls } from './inlinedCalls.js';
import { isSystemFile } from './systemFiles.js';
import { wrappersOf } from './wrappers.js';

/** Steps of a call path that are listed; of a deeper one, as damaged files and endless recursion have, the innermost. */
const MOST_STEPS = 1000;

/** Looks up names and source places along the call tree. */
export class CallPaths {
  /** 1 by region that only passes a call on to MPI. */
  private readonly wrappers: Uint8Array;
  private readonly inlined: InlinedCalls;
  /** By node: the nearest one up its call path that has a line of the program, -1 where none has. */
  private nearestKnown: Int32Array | undefined;
  /** By node: how many calls are above it. */
  private depths: Uint32Array | undefined;

  constructor(
    readonly tree: CallTree,
    private readonly definitions: Definitions,
  ) {
    this.wrappers = wrappersOf(tree, definitions);
    this.inlined = new InlinedCalls(definitions);
  }

  regionName(node: number): string {
    return regionName(this.definitions, elementAt(this.tree.region, node));
  }

  region(node: number): Region | undefined {
    return this.definitions.regions.at(elementAt(this.tree.region, node));
  }

  /**
   * Returns the location of the definition of the node's region; undefined for pseudo files such as `MPI`, and if the
   * trace does not contain it.
   */
  definition(node: number): SourcePlace | undefined {
    const region = this.region(node);
    if (region?.file === undefined || region.beginLine === 0 || isPseudoFile(region)) return undefined;
    return { file: region.file, line: region.beginLine };
  }

  /** Returns the call site of the node, if the trace contains it. */
  callSite(node: number): SourcePlace | undefined {
    const site = elementAt(this.tree.site, node);
    if (site === 0) return undefined;
    const location = this.definitions.sourceCodeLocations.at(site - 1);
    return location === undefined || location.line === 0 ? undefined : { file: location.file, line: location.line };
  }

  /** The functions that were inlined around the call of a node; they are no nodes, since nothing of them is recorded. */
  private inlinedAround(node: number): CallPathStep[] {
    const [callSite, parent] = [this.callSite(node), elementAt(this.tree.parent, node)];
    if (callSite === undefined || parent < 0) return [];
    return this.inlined.around(this.regionName(parent), callSite).map((region) => ({ region, inlined: true }));
  }

  /**
   * Returns the steps of a call path, outermost first; the first step of a path with too many represents the omitted
   * ones.
   */
  steps(node: number): CallPathStep[] {
    const steps: CallPathStep[] = [];
    let at = node;
    for (; at >= 0 && steps.length < MOST_STEPS; at = elementAt(this.tree.parent, at)) {
      const definition = this.definition(at);
      const callSite = this.callSite(at);
      steps.push({
        region: this.regionName(at),
        ...(definition === undefined ? {} : { definition }),
        ...(callSite === undefined ? {} : { callSite }),
      });
      steps.push(...this.inlinedAround(at).reverse());
    }
    if (at >= 0) steps.push({ region: `(${counted(this.depth(at) + 1, 'more call')})` });
    return steps.reverse();
  }

  private depth(node: number): number {
    const { parent, size } = this.tree;
    if (this.depths === undefined) {
      this.depths = new Uint32Array(size);
      for (let at = 0; at < size; at++) {
        const above = elementAt(parent, at);
        this.depths[at] = above < 0 ? 0 : elementAt(this.depths, above) + 1;
      }
    }
    return elementAt(this.depths, node);
  }

  /**
   * Returns the line a user should look at: the call site of the innermost step, or the location of that region.
   * Otherwise it is the nearest known line up the path. Lines of system sources are skipped, and so are those of
   * functions that only forward a call to MPI. For them it is the line of their caller, if known.
   */
  place(node: number): SourcePlace | undefined {
    const { parent } = this.tree;
    let from = node;
    while (
      elementAt(parent, from) >= 0 &&
      this.isWrapper(elementAt(parent, from)) &&
      ownPlace(this.callSite(elementAt(parent, from))) !== undefined
    )
      from = elementAt(parent, from);
    return this.nearest(from);
  }

  private nearest(node: number): SourcePlace | undefined {
    this.nearestKnown ??= this.findNearest();
    const found = elementAt(this.nearestKnown, node);
    return found < 0 ? undefined : this.lineOf(found);
  }

  /** For all nodes at once: callers have smaller indices, and call paths may be as deep as there are nodes. */
  private findNearest(): Int32Array {
    const { parent, size } = this.tree;
    const nearest = new Int32Array(size).fill(-1);
    for (let node = 0; node < size; node++) {
      const above = elementAt(parent, node);
      if (this.lineOf(node) !== undefined) nearest[node] = node;
      else if (above >= 0) nearest[node] = elementAt(nearest, above);
    }
    return nearest;
  }

  private lineOf(node: number): SourcePlace | undefined {
    return ownPlace(this.callSite(node)) ?? ownPlace(this.definition(node));
  }

  private isWrapper(node: number): boolean {
    return this.wrappers[elementAt(this.tree.region, node)] === 1;
  }
}

/** The place, unless it is in the system's own sources. */
export function ownPlace(place: SourcePlace | undefined): SourcePlace | undefined {
  return place === undefined || isSystemFile(place.file) ? undefined : place;
}

function isPseudoFile({ file, paradigm }: Region): boolean {
  return file === undefined || file === '' || file.toLowerCase() === paradigm || file === 'MPI' || file === 'OMP';
}
