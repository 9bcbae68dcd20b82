/** A list by its length. */
type List<Element, Length extends number, Made extends readonly Element[] = []> = Made['length'] extends Length
  ? Made
  : List<Element, Length, readonly [...Made, Element]>;

function hasLength<Element, Length extends number>(
  list: readonly Element[],
  length: Length,
): list is readonly Element[] & List<Element, Length> {
  return list.length === length;
}

/** A list of which a test knows how many elements it has, to give each a name. @throws RangeError where it has not */
export function ofLength<Element, Length extends number>(
  list: readonly Element[],
  length: Length,
): List<Element, Length> {
  if (!hasLength(list, length)) throw new RangeError(`There are ${list.length} elements, not ${length}.`);
  return list;
}
