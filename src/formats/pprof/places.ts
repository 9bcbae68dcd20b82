/** Functions and locations of a profile that is written, each once. */
import { elementAt } from '../../base/elements.js';
import type { Region } from '../../model/definitions.js';
import { plainLine } from '../../base/plainText.js';
import { regionName } from '../../model/names.js';
import { pathTo, type StackWritable } from '../stacks/writable.js';
import { MessageWriter } from './wireWriter.js';

/** Texts by their place in the table; that of the empty one is 0. */
export class Strings {
  private readonly places = new Map<string, number>([['', 0]]);

  of(text: string): number {
    const place = this.places.get(text) ?? this.places.size;
    this.places.set(text, place);
    return place;
  }

  list(): Iterable<string> {
    return this.places.keys();
  }
}

/**
 * The stacks of a call tree. A caller is at the line of its call site, if the run contains it. The innermost function
 * has no line, since it is unknown.
 */
export class Places {
  readonly functions: MessageWriter[] = [];
  readonly locations: MessageWriter[] = [];
  private readonly functionIds = new Map<string, number>();
  private readonly locationIds = new Map<string, number>();

  constructor(
    private readonly run: StackWritable,
    private readonly strings: Strings,
    private readonly mapping: number,
  ) {}

  /** Identifiers of the locations of a call path, innermost first. */
  stack(node: number): number[] {
    const { parent, site, region } = this.run.space.callTree;
    const path = pathTo(node, parent);
    return path
      .map((at, i) => {
        const called = path[i + 1];
        const index = called === undefined ? 0 : elementAt(site, called);
        const line = index === 0 ? undefined : this.run.definitions.sourceCodeLocations[index - 1];
        return this.location(elementAt(region, at), line?.file, line?.line ?? 0);
      })
      .reverse();
  }

  private location(region: number, file: string | undefined, line: number): number {
    const functionId = this.function(region, file);
    const key = `${functionId} ${line}`;
    const known = this.locationIds.get(key);
    if (known !== undefined) return known;
    const id = this.locations.length + 1;
    const [location, place] = [new MessageWriter(), new MessageWriter()];
    place.number(1, functionId);
    place.number(2, line);
    location.number(1, id);
    location.number(2, this.mapping);
    location.message(4, place);
    this.locations.push(location);
    this.locationIds.set(key, id);
    return id;
  }

  /** @param file the one of the line that is executed: code of a function may come from several */
  private function(index: number, file: string | undefined): number {
    const region: Partial<Region> = this.run.definitions.regions[index] ?? {};
    const where = file ?? region.file ?? '';
    const key = `${index} ${where}`;
    const known = this.functionIds.get(key);
    if (known !== undefined) return known;
    const id = this.functions.length + 1;
    const name = plainLine(regionName(this.run.definitions, index));
    const writer = new MessageWriter();
    writer.number(1, id);
    writer.number(2, this.strings.of(name === '' ? '[unknown]' : name));
    writer.number(
      3,
      this.strings.of(region.canonicalName === undefined || region.canonicalName === '' ? name : region.canonicalName),
    );
    writer.number(4, this.strings.of(where));
    if (where === region.file) writer.number(5, region.beginLine ?? 0);
    this.functions.push(writer);
    this.functionIds.set(key, id);
    return id;
  }
}
