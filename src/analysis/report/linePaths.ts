import { elementAt } from '../../base/elements.js';
import { visitOutermost } from '../../model/callWalk.js';
import { isBetweenCalls, isUnwound } from '../../model/definitions.js';
import type { SourcePlace } from '../../model/findings/findings.js';
import { ownPlace, type CallPaths } from '../callPaths/callPaths.js';

/** The source lines that call paths go through, numbered. */
export class LinePaths {
  readonly places: readonly SourcePlace[];
  /** By node: the lines that its call path has and its caller's has not. */
  readonly begun: readonly (readonly number[])[];
  /** By node: the line that a person looks at for it, as in a finding; -1 where no line is known. */
  readonly end: Int32Array;

  constructor(paths: CallPaths) {
    const { size } = paths.tree;
    const numbers = new Map<string, number>();
    const places: SourcePlace[] = [];
    const numberOf = (place: SourcePlace | undefined): number => {
      if (place === undefined) return -1;
      const key = `${place.line} ${place.file}`;
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, places.length);
      return places.push(place) - 1;
    };
    const site = Int32Array.from({ length: size }, (_, node) => numberOf(ownPlace(paths.callSite(node))));
    const definition = Int32Array.from({ length: size }, (_, node) => numberOf(ownPlace(paths.definition(node))));
    this.places = places;
    this.end = Int32Array.from({ length: size }, (_, node) => numberOf(paths.place(node)));
    const lines = Array.from({ length: size }, (_, node) =>
      [...new Set([elementAt(site, node), elementAt(definition, node)])].filter((line) => line >= 0),
    );
    this.begun = begunLines(paths, places.length, lines);
  }
}

/** By node: those of its lines that no caller has. */
function begunLines(paths: CallPaths, count: number, lines: readonly (readonly number[])[]): number[][] {
  const begun = lines.map((): number[] => []);
  visitOutermost(paths.tree, { count, of: (node) => elementAt(lines, node) }, (node, line) => {
    const region = paths.region(node);
    // The time of calls from there is not known, and time after a call does not belong to its line.
    if (region === undefined || !(isUnwound(region) || isBetweenCalls(region))) elementAt(begun, node).push(line);
  });
  return begun;
}
