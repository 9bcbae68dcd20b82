import { type Communicator, NO_INDEX } from '../../model/definitions.js';
import type { TopologyDraft } from '../../model/topology.js';
import type { RawDefinitions } from './rawDefinitions.js';

/** Communicators, and where the identifiers of the file are found among them. */
interface Rankings {
  readonly communicators: readonly Communicator[];
  readonly indices: ReadonlyMap<number, number>;
}

/** The topologies as the file has them; ranks become locations. */
export function* topologyDrafts(
  { cartTopologies, cartDimensions, cartPoints }: RawDefinitions,
  { communicators, indices }: Rankings,
  text: (id: number) => string,
): Generator<TopologyDraft> {
  for (const [id, { name, communicator, dimensions }] of cartTopologies) {
    const ranks = communicators[indices.get(communicator) ?? NO_INDEX]?.ranks ?? [];
    const known = dimensions.flatMap((dimension) => cartDimensions.get(dimension) ?? []);
    yield {
      name: text(name),
      // Without one of its dimensions no coordinates fit.
      dimensions: known.map((dimension) => ({ ...dimension, name: text(dimension.name) })),
      points: (cartPoints.get(id) ?? []).map(({ rank, coordinates }) => ({
        location: ranks[rank] ?? NO_INDEX,
        coordinates,
      })),
    };
  }
}
