/** Source places of call paths of which only names are known, as those of a running program, in the results of an earlier run. */
import { CallPaths } from '../../analysis/callPaths/callPaths.js';
import { elementAt } from '../../base/elements.js';
import type { CallTree } from '../../model/callTree.js';
import type { Definitions } from '../../model/definitions.js';
import type { SourcePlace } from '../../model/findings/findings.js';

export class NamedPlaces {
  private readonly paths: CallPaths;
  private readonly nodesOf = new Map<string, number[]>();

  constructor(
    private readonly tree: CallTree,
    definitions: Definitions,
  ) {
    this.paths = new CallPaths(tree, definitions);
    for (let node = 0; node < tree.size; node++) {
      const name = this.paths.regionName(node);
      const known = this.nodesOf.get(name);
      if (known === undefined) this.nodesOf.set(name, [node]);
      else known.push(node);
    }
  }

  /**
   * The line of the call that the last name is, else the first line of that function.
   * @param names outermost first; callers that were not measured may be missing
   * @returns undefined where the earlier run has no such call, or calls on several lines of a function that is not defined once
   */
  of(names: readonly string[]): SourcePlace | undefined {
    const own = this.nodesOf.get(names.at(-1) ?? '') ?? [];
    const fitting = own.filter((node) => this.isCalledBy(node, names.slice(0, -1)));
    return onlyOne(fitting.map((node) => this.paths.place(node))) ?? onlyOne(own.map((n) => this.paths.definition(n)));
  }

  private isCalledBy(node: number, callers: readonly string[]): boolean {
    let left = callers.length;
    for (let at = elementAt(this.tree.parent, node); at >= 0 && left > 0; at = elementAt(this.tree.parent, at))
      if (this.paths.regionName(at) === callers[left - 1]) left--;
    return left === 0;
  }
}

function onlyOne(places: readonly (SourcePlace | undefined)[]): SourcePlace | undefined {
  const [first] = places;
  return places.every((place) => place?.file === first?.file && place?.line === first?.line) ? first : undefined;
}
