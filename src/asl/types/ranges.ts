/** Ranges of the texts: `pd.execT[0], ..., pd.execT[n-1]` and `p[0].getSum() + ... + p[k].getSum()`. */
import type { Expression, Named } from '../syntax/ast.js';

/** The values of a range: one for each element of `all`, from index `from` to index `to`. */
export interface ExpandedRange {
  readonly variable: Named;
  readonly all: Expression;
  readonly value: Expression;
  readonly from: Expression;
  readonly to: Expression;
}

/** Returns the expansion of a range whose ends differ only in one index; undefined for other ranges. */
export function expandedRange(first: Expression, last: Expression): ExpandedRange | undefined {
  const variable: Named = { text: ' element', start: first.start, end: first.end };
  const found = replaced(first, last, variable);
  return found === undefined ? undefined : { variable, ...found };
}

type Found = Omit<ExpandedRange, 'variable'>;

/** Follows both ends down to the index that they differ in, and puts the variable there. */
function replaced(first: Expression, last: Expression, variable: Named): Found | undefined {
  if (first.kind === 'index' && last.kind === 'index' && isSame(first.target, last.target)) {
    const value: Expression = { kind: 'name', name: variable.text, start: first.start, end: first.end };
    return { all: first.target, value, from: first.index, to: last.index };
  }
  if (first.kind === 'member' && last.kind === 'member' && first.name.text === last.name.text) {
    const found = replaced(first.target, last.target, variable);
    return found === undefined ? undefined : { ...found, value: { ...first, target: found.value } };
  }
  if (first.kind === 'call' && last.kind === 'call' && first.name.text === last.name.text)
    return replacedInCall(first, last, variable);
  return undefined;
}

type Call = Extract<Expression, { readonly kind: 'call' }>;

function replacedInCall(first: Call, last: Call, variable: Named): Found | undefined {
  const ends = [first.target, ...first.items];
  const others = [last.target, ...last.items];
  if (ends.length !== others.length) return undefined;
  const differing = ends.findIndex((end, at) => !isSame(end, others[at]));
  const [end, other] = [ends[differing], others[differing]];
  if (end === undefined || other === undefined) return undefined;
  const isOnly = ends.every((each, at) => at === differing || isSame(each, others[at]));
  const found = isOnly ? replaced(end, other, variable) : undefined;
  if (found === undefined) return undefined;
  const [target, ...items] = ends.map((each, at) => (at === differing ? found.value : each));
  const rest = items.filter((item) => item !== undefined);
  const { kind, name, start, end: stop } = first;
  return {
    ...found,
    value: { kind, name, start, end: stop, items: rest, ...(target === undefined ? {} : { target }) },
  };
}

/** Whether two expressions are written alike but for blanks. */
export function isSame(one: Expression | undefined, other: Expression | undefined): boolean {
  return shape(one) === shape(other);
}

const shape = (expression: Expression | undefined): string =>
  JSON.stringify([expression], (key, value: unknown) => (key === 'start' || key === 'end' ? undefined : value));
