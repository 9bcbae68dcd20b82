/** Which source lines of several runs are the same line, although the sources have changed between them. */
import { elementAt } from '../../base/elements.js';
import type { SourcePlace } from '../../model/findings/findings.js';
import { pairFiles } from '../../base/paths/suffixMatch.js';
import { fileName } from '../../base/text.js';
import { LineMap, splitLines } from '../files/lineMap.js';
import type { RunSources } from './measuredRun.js';

/** A line as it was first seen. */
interface KnownLine {
  readonly run: number;
  readonly place: SourcePlace;
}

/** Movement of a line of an earlier run. */
interface Movement {
  readonly line: number;
  /** It was changed or deleted on the way. */
  readonly stale: boolean;
}

export const placeKey = ({ file, line }: SourcePlace): string => `${line}:${file}`;

/**
 * Gives every line a number that holds across runs. Runs are to be added from the oldest to the newest, whatever is
 * compared with what: the answer then does not depend on the direction of the comparison.
 */
export class LineRegistry {
  private readonly lines: KnownLine[] = [];
  private readonly ofRun: Map<string, number>[] = [];
  private readonly filesOfRun: (readonly string[])[] = [];
  private readonly maps = new Map<string, LineMap | undefined>();
  private readonly withoutText = new Set<string>();

  constructor(private readonly runs: readonly RunSources[]) {}

  /** How many different lines there are. */
  get size(): number {
    return this.lines.length;
  }

  /** Files whose lines were compared by number, since their text was not kept with every run. */
  get filesWithoutText(): readonly string[] {
    return [...this.withoutText].sort();
  }

  /** Takes the places of the next run in. */
  add(places: Iterable<SourcePlace>): void {
    const run = this.ofRun.length;
    const open = new Map<string, SourcePlace>();
    for (const place of places) open.set(placeKey(place), place);
    const found = new Map<string, number>();
    const files = [...new Set([...open.values()].map(({ file }) => file))];
    const pairs = this.filesOfRun.map((earlier) => pairFiles(earlier, files));
    this.filesOfRun.push(files);
    const changed: { readonly index: number; readonly key: string }[] = [];
    for (const file of files)
      for (const [index, known] of this.lines.entries()) {
        if (!this.sameFile(known, run, file, pairs)) continue;
        const { line, stale } = this.move(known, run, file);
        const key = placeKey({ file, line });
        if (stale) changed.push({ index, key });
        else if (open.delete(key)) found.set(key, index);
      }
    // Changed lines take what the unchanged ones left, each once.
    for (const { index, key } of changed) if (open.delete(key)) found.set(key, index);
    for (const [key, place] of open) found.set(key, this.lines.push({ run, place }) - 1);
    this.ofRun.push(found);
  }

  /** The number of a line of a run; -1 where the place is unknown. */
  numberOf(run: number, place: SourcePlace | undefined): number {
    return place === undefined ? -1 : (this.ofRun.at(run)?.get(placeKey(place)) ?? -1);
  }

  /** Returns the location of a line in a run; undefined if the run does not contain it. */
  placeOf(run: number, number: number): SourcePlace | undefined {
    for (const [key, known] of elementAt(this.ofRun, run))
      if (known === number) return { file: key.slice(key.indexOf(':') + 1), line: Number.parseInt(key, 10) };
    return undefined;
  }

  /** @param pairs by earlier run: its files and those of the later run, where that is all that is known of them */
  private sameFile(
    { run, place }: KnownLine,
    later: number,
    file: string,
    pairs: readonly ReadonlyMap<string, string>[],
  ): boolean {
    const [a, b] = [elementAt(this.runs, run).projectPath(place.file), elementAt(this.runs, later).projectPath(file)];
    if (a !== undefined && b !== undefined) return a === b;
    return elementAt(pairs, run).get(place.file) === file;
  }

  private move({ run, place }: KnownLine, later: number, file: string): Movement {
    const key = `${run} ${later} ${place.file}\n${file}`;
    if (!this.maps.has(key)) this.maps.set(key, this.mapOf(run, place.file, later, file));
    const mapped = this.maps.get(key)?.place(place.line);
    return mapped === undefined ? { line: place.line, stale: false } : { line: mapped.line + 1, stale: mapped.stale };
  }

  /** Undefined where lines keep their numbers: equal texts, or texts that were not kept. */
  private mapOf(run: number, from: string, later: number, to: string): LineMap | undefined {
    const [before, after] = [elementAt(this.runs, run).textOf(from), elementAt(this.runs, later).textOf(to)];
    if (before === undefined || after === undefined) this.withoutText.add(fileName(to));
    return before === undefined || after === undefined || before === after
      ? undefined
      : new LineMap(splitLines(before), splitLines(after));
  }
}
