/** The changes of a property along the call tree, as the page of a comparison gets them. */
import { elementAt } from '../../base/elements.js';
import { plainLine } from '../../base/text.js';
import { changeTree, type TracedComparison } from '../../experiments/index.js';
import { type AskedTree, type FoundTree, presences } from '../../protocol/pages/compare.js';
import { ParameterError } from '../requests/parameters.js';
import { placeOf } from './comparison.js';

/** @throws ParameterError when the comparison has no such property or group */
export function foundTree(
  traced: Pick<TracedComparison, 'comparison' | 'cellValues'>,
  { property, group }: Pick<AskedTree, 'property' | 'group'>,
): Extract<FoundTree, { is: 'found' }> {
  const { comparison } = traced;
  if (!comparison.properties.some((row) => row.property === property))
    throw new ParameterError(`No property ${property} was compared.`);
  if (group >= comparison.groups.length) throw new ParameterError(`There is no group ${group} in this comparison.`);
  const { callPath, parent, inclusive, exclusive } = changeTree(traced, property, group);
  const [regions, files] = [new Names(), new Names()];
  const paths = callPath.map((index) => {
    const { region, presence, places } = elementAt(comparison.callPaths, index);
    return { region: plainLine(region), presence, place: placeOf(places, group).place };
  });
  return {
    is: 'found',
    columns: {
      ...{ inclusiveBefore: inclusive.before, inclusiveAfter: inclusive.after },
      ...{ inclusiveLow: inclusive.low, inclusiveHigh: inclusive.high },
      ...{ exclusiveBefore: exclusive.before, exclusiveAfter: exclusive.after },
      ...{ exclusiveLow: exclusive.low, exclusiveHigh: exclusive.high },
      ...{ parent, callPath },
      region: paths.map(({ region }) => regions.numberOf(region)),
      presence: paths.map(({ presence }) => presences.indexOf(presence)),
      file: paths.map(({ place }) => (place === undefined ? 0 : files.numberOf(place.file))),
      line: paths.map(({ place }) => place?.line ?? 0),
      group: paths.map(({ place }) => place?.group ?? 0),
    },
    head: { regions: regions.all, files: files.all },
  };
}

/** Names, each once, and their numbers. */
class Names {
  private readonly numbers = new Map<string, number>();

  numberOf(name: string): number {
    const number = this.numbers.get(name) ?? this.numbers.size;
    this.numbers.set(name, number);
    return number;
  }

  get all(): string[] {
    return [...this.numbers.keys()];
  }
}
