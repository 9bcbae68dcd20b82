/** Regions and call paths of a profile, put together while it is read. */
import { elementAt } from '../../base/elements.js';
import type { CallTree } from '../../model/callTree.js';
import type { Region, SourceCodeLocation } from '../../model/definitions.js';
import { classified } from './classification.js';
import { Cost, MemoryBudget } from './memoryBudget.js';
import { checkedCount } from './systemBuilder.js';

/** Data of a reader about a region. Its name determines its paradigm and role if omitted. */
export type NewRegion = Pick<Region, 'name'> & Partial<Region>;

/** Pairs of numbers below this bound are one number exactly. */
const FACTOR = 2 ** 26;

export class CallTreeBuilder {
  readonly regions: Region[] = [];
  readonly sites: SourceCodeLocation[] = [];
  private readonly parents: number[] = [];
  private readonly regionOf: number[] = [];
  private readonly siteOf: number[] = [];
  private readonly knownRegions = new Map<string, number>();
  private readonly knownSites = new Map<string, number>();
  private readonly knownCalls = new Map<number, number>();
  private readonly knownPaths = new Map<number, number>();

  /** @param memory what is made is charged to it */
  constructor(private readonly memory = new MemoryBudget()) {}

  get size(): number {
    return this.parents.length;
  }

  /** The index of a region; regions with the same name and place are one. */
  region(known: NewRegion): number {
    const { name, file, beginLine = 0, endLine = 0, canonicalName = name } = known;
    const key = `${beginLine} ${endLine} ${file?.length ?? -1} ${file ?? ''} ${canonicalName.length} ${canonicalName}${name}`;
    const found = this.knownRegions.get(key);
    if (found !== undefined) return found;
    checkedCount(this.regions.length + 1, 'regions');
    this.memory.take(Cost.region + 2 * key.length);
    const kind = classified(name);
    const index = this.regions.length;
    this.regions.push({
      name,
      canonicalName,
      description: known.description ?? '',
      file,
      beginLine,
      endLine,
      paradigm: known.paradigm ?? kind.paradigm,
      role: known.role ?? kind.role,
    });
    this.knownRegions.set(key, index);
    return index;
  }

  /**
   * Returns the index of a call path; a caller's calls of the same region from the same call site are one.
   * @param parent index of the caller's call path; -1 at a root
   * @param site call site
   */
  callPath(region: number, parent = -1, site?: SourceCodeLocation): number {
    const call = this.call(region, site === undefined ? 0 : this.site(site));
    const key = (parent + 1) * FACTOR + call;
    const found = this.knownPaths.get(key);
    if (found !== undefined) return found;
    checkedCount(this.size + 1, 'call paths');
    this.memory.take(Cost.callPath);
    const index = this.parents.length;
    if (parent >= index) throw new RangeError(`call path ${parent} is not known yet`);
    this.parents.push(parent);
    this.regionOf.push(region);
    this.siteOf.push(site === undefined ? 0 : this.site(site));
    this.knownPaths.set(key, index);
    return index;
  }

  /** The call path from its root, outermost region first; -1 for none. */
  callPathOf(regions: readonly number[]): number {
    return regions.reduce((parent, region) => this.callPath(region, parent), -1);
  }

  /** The region of a call path. */
  regionAt(callPath: number): number {
    return elementAt(this.regionOf, callPath);
  }

  build(): CallTree {
    return {
      size: this.size,
      parent: Int32Array.from(this.parents),
      region: Uint32Array.from(this.regionOf),
      site: Uint32Array.from(this.siteOf),
    };
  }

  /** One more than the index of a place. */
  site({ file, line }: SourceCodeLocation): number {
    const key = `${line}:${file}`;
    const found = this.knownSites.get(key);
    if (found !== undefined) return found;
    checkedCount(this.sites.length + 1, 'places of calls');
    this.memory.take(Cost.site + 2 * key.length);
    const number = this.sites.push({ file, line });
    this.knownSites.set(key, number);
    return number;
  }

  /** A number for a region that is called at a place. */
  private call(region: number, site: number): number {
    const key = region * FACTOR + site;
    const found = this.knownCalls.get(key);
    if (found !== undefined) return found;
    const number = this.knownCalls.size;
    this.knownCalls.set(key, number);
    return number;
  }
}
