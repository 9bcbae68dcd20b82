import { MOST_DIMENSIONS, MOST_TOPOLOGIES, type TopologyDraft } from '../../model/topology.js';
import type { XmlElement } from './xml.js';

interface Cart {
  readonly name: string;
  readonly dimensions: { readonly name: string; readonly size: number; readonly isPeriodic: boolean }[];
  readonly places: {
    readonly of: 'location' | 'group' | 'other';
    readonly id: string;
    readonly coordinates: number[];
  }[];
}

/** Whose coordinates an attribute names: since CUBE 4.1, then of files before. */
const OWNERS = new Map<string, 'location' | 'group'>([
  ['locId', 'location'],
  ['thrdId', 'location'],
  ['locGrpId', 'group'],
  ['procId', 'group'],
]);

/** Collects `<cart>`, its `<dim>` and `<coord>`, as they come; coordinates of machines and nodes mean no location. */
export class TopologyReader {
  private readonly carts = new Map<XmlElement, Cart>();
  /** Places in topologies beyond those that are kept. */
  beyond = 0;

  open(element: XmlElement): void {
    const { name, attributes, parent } = element;
    if (name === 'cart') {
      if (this.carts.size < MOST_TOPOLOGIES)
        this.carts.set(element, { name: attributes.get('name') ?? '', dimensions: [], places: [] });
      return;
    }
    const dimensions = parent === undefined ? undefined : this.carts.get(parent)?.dimensions;
    if (dimensions === undefined || dimensions.length > MOST_DIMENSIONS) return;
    dimensions.push({
      name: attributes.get('name') ?? '',
      size: numberOf(attributes.get('size') ?? ''),
      isPeriodic: attributes.get('periodic') === 'true',
    });
  }

  place({ attributes, parent }: XmlElement, text: string): void {
    const cart = parent === undefined ? undefined : this.carts.get(parent);
    if (cart === undefined) {
      this.beyond++;
      return;
    }
    const owner = [...OWNERS].find(([attribute]) => attributes.get(attribute) !== undefined);
    const words = text.trim().split(/\s+/, MOST_DIMENSIONS + 1);
    cart.places.push({
      of: owner?.[1] ?? 'other',
      id: owner === undefined ? '' : (attributes.get(owner[0]) ?? ''),
      coordinates: words.map(numberOf),
    });
  }

  /** @param groups, locations in the order of their indices */
  *drafts(groups: readonly XmlElement[], locations: readonly XmlElement[]): Generator<TopologyDraft> {
    const numberById = new Map(locations.map(({ attributes }, at) => [attributes.get('Id') ?? '', at]));
    const groupById = new Map(groups.map((element) => [element.attributes.get('Id') ?? '', element]));
    const members = new Map<XmlElement | undefined, number[]>();
    for (const [at, { parent }] of locations.entries()) {
      const known = members.get(parent);
      if (known === undefined) members.set(parent, [at]);
      else known.push(at);
    }
    for (const { name, dimensions, places } of this.carts.values())
      yield {
        name,
        dimensions,
        points: places.flatMap(({ of, id, coordinates }) => {
          const owners =
            of === 'location'
              ? [numberById.get(id) ?? -1]
              : of === 'group'
                ? members.get(groupById.get(id))
                : undefined;
          return (owners ?? [-1]).map((location) => ({ location, coordinates }));
        }),
      };
  }
}

/** Text that is no number has no coordinate. */
const numberOf = (word: string): number => (/^\d{1,9}$/.test(word) ? Number(word) : -1);
