import type { MetricDefinition } from '../model/performanceSpace.js';
import { TrimtabError } from '../base/problem.js';
import type {
  FindingTexts,
  IterationProperty,
  ProcessProperty,
  PropertyDeclaration,
  PropertyGroup,
} from './declaration.js';
import type { PropertySearch, SearchedPlace } from './search.js';
import { inTreeOrder } from './treeOrder.js';

/** A kind of lost time, as shown to users. */
export interface WaitingProperty extends FindingTexts {
  readonly metric: string;
  readonly title: string;
  readonly confidence: number;
}

/** A property with how it is looked for in places of a kind. */
export interface Searched<Place extends SearchedPlace> {
  readonly metric: string;
  readonly parent: string | undefined;
  readonly search: SearchIn<Place>;
}

type SearchIn<Place extends SearchedPlace> = Extract<PropertySearch, { readonly in: Place }>;

/**
 * All properties there are: those Trimtab ships, and what other sources add. Every table of properties is derived from
 * it. A catalog does not change; `with` makes a larger one.
 */
export class PropertyCatalog {
  /** The hierarchy, each metric after its parent. */
  readonly metrics: readonly MetricDefinition[];
  /** All properties that become separate findings. They do not overlap. */
  readonly waiting: readonly WaitingProperty[];
  /** Properties of processes, which are no metrics. */
  readonly ofProcesses: readonly ProcessProperty[];
  /** Properties of changes from iteration to iteration, which are no metrics. */
  readonly ofIterations: readonly IterationProperty[];
  private readonly parts = new Map<string, WaitingProperty[]>();
  private readonly byName: ReadonlyMap<string, PropertyDeclaration>;
  private readonly pages: ReadonlyMap<string, string>;

  /** @throws TrimtabError when a name is declared twice, or a parent or neighbor is missing or of another unit */
  constructor(private readonly groups: readonly PropertyGroup[]) {
    const declared = inTreeOrder(groups.flatMap(({ properties }) => properties));
    this.byName = new Map(declared.map((property) => [property.name, property]));
    this.metrics = declared.map(definitionOf);
    this.pages = pagesOf(groups);
    this.ofProcesses = groups.flatMap(({ ofProcesses = [] }) => ofProcesses);
    this.ofIterations = groups.flatMap(({ ofIterations = [] }) => ofIterations);
    const waiting: WaitingProperty[] = [];
    for (const { name: metric, title, parent, finding } of declared) {
      if (finding === undefined) continue;
      const described = { confidence: 1, ...finding, metric, title };
      if (finding.isPart !== true) waiting.push(described);
      else if (parent === undefined)
        throw new TrimtabError(`The property ${metric} is a part of another one, but it has no parent.`);
      else this.parts.set(parent, [...(this.parts.get(parent) ?? []), described]);
    }
    this.waiting = waiting;
  }

  /** A catalog that has these too. @throws TrimtabError as the constructor does */
  with(more: readonly PropertyGroup[]): PropertyCatalog {
    return more.length === 0 ? this : new PropertyCatalog([...this.groups, ...more]);
  }

  get(name: string): PropertyDeclaration | undefined {
    return this.byName.get(name);
  }

  /** A property of processes. */
  ofProcess(name: string): ProcessProperty | undefined {
    return this.ofProcesses.find((property) => property.name === name);
  }

  /** A property of changes from iteration to iteration. */
  ofIteration(name: string): IterationProperty | undefined {
    return this.ofIterations.find((property) => property.name === name);
  }

  /** The more specific properties a finding of `metric` may contain. */
  partsOf(metric: string): readonly WaitingProperty[] {
    return this.parts.get(metric) ?? [];
  }

  /** Returns the page about a property, without its extension; for a property without a page, its own name. */
  pageOf(property: string): string {
    return this.pages.get(property) ?? property;
  }

  /** Reports whether a page explains it. */
  isExplained(property: string): boolean {
    return this.pages.has(property);
  }

  /** The names of the pages there are. */
  get pageNames(): readonly string[] {
    return this.groups.flatMap(({ page }) => (page === undefined ? [] : [page]));
  }

  /** Names of the properties that have a mark, in the order of the tree. */
  named(has: (property: PropertyDeclaration) => boolean): readonly string[] {
    return [...this.byName.values()].filter(has).map(({ name }) => name);
  }

  /** The properties that are looked for in places of a kind, in the order of the tree. */
  searchedIn<Place extends SearchedPlace>(place: Place): readonly Searched<Place>[] {
    const found: Searched<Place>[] = [];
    for (const { name: metric, parent, search } of this.byName.values())
      if (search !== undefined && isIn(search, place)) found.push({ metric, parent, search });
    return found;
  }

  /** The metrics whose own amounts add up to the time of work: all in `time` but what is no work. */
  work(): readonly string[] {
    const found = new Set<string>();
    for (const { name, parent, isNoWork } of this.byName.values()) {
      const isTime = name === 'time' || (parent !== undefined && found.has(parent));
      if (isTime && isNoWork !== true) found.add(name);
    }
    return [...found];
  }
}

function isIn<Place extends SearchedPlace>(search: PropertySearch, place: Place): search is SearchIn<Place> {
  return search.in === place;
}

function definitionOf({ name, title, parent, unit, description }: PropertyDeclaration): MetricDefinition {
  return { name, title, ...(parent === undefined ? {} : { parent }), unit, description };
}

function pagesOf(groups: readonly PropertyGroup[]): Map<string, string> {
  const pages = new Map<string, string>();
  for (const { page, properties, ofProcesses = [], ofIterations = [], alsoExplained = [] } of groups) {
    if (page === undefined) continue;
    const named = [...properties, ...ofProcesses, ...ofIterations].map(({ name }) => name);
    for (const name of [...named, ...alsoExplained]) pages.set(name, page);
  }
  return pages;
}
