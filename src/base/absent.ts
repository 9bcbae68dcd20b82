/**
 * Stands behind `??` for an element that the code knows to be there: `times[row] ?? absent(row)`. Optimised code does not
 * notice it, since a list of numbers holds nothing else; one function that reads lists of all kinds would be seven times
 * as slow as the loop it is called from.
 * @param what index or name of the element
 * @throws RangeError what was known is wrong: a defect of Trimtab, hence no TrimtabError
 */
export function absent(what: number | string): never {
  throw new RangeError(`There is no element ${what}.`);
}
