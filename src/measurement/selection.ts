/**
 * Names of functions as compilers print them. gcc excludes functions whose name in its messages contains one of the
 * given parts (`-finstrument-functions-exclude-function-list`). The name is `ns::f` for the C++ function that traces
 * call `int ns::f(int)`, and `tiny` for the Fortran procedure that they call `mo::tiny`.
 */

const FORTRAN = /\.(f|for|ftn|f\d\d)$/i;

/** A function of a trace. */
export interface MeasuredFunction {
  /** The name in the trace: in C++ with or without template arguments, parameters and result. */
  readonly region: string;
  readonly place: { readonly file: string };
}

/** Whether every bracket of the text is closed; the arrows of operators are no brackets. */
function isClosed(text: string): boolean {
  let depth = 0;
  for (const character of text.replaceAll(/operator\s*[<>=-]+|->/g, '')) {
    if ('<([{'.includes(character)) depth++;
    if ('>)]}'.includes(character)) depth--;
  }
  return depth === 0;
}

/** Returns a C++ name without parameters and result: the text before its last parenthesis that belongs to no scope. */
function withoutSignature(name: string): string {
  let end = name.length;
  for (let at = 0; at < name.length; at++) {
    const isCall = name[at] === '(' && !name.startsWith('operator', at - 'operator'.length);
    if (isCall && isClosed(name.slice(0, at)) && !/\)(\[[^\]]*\])?::/.test(name.slice(at))) {
      end = at;
      break;
    }
  }
  const bare = name.slice(0, end).trimEnd();
  if (/\boperator\b/.test(bare)) return bare.replace(/^.*?\s(?=\S*operator)/, '');
  const blanks = [...bare.matchAll(/\s+/g)].filter(({ index }) => isClosed(bare.slice(0, index)));
  const last = blanks.at(-1);
  return last === undefined ? bare : bare.slice(last.index + last[0].length);
}

/** Returns the name that a compiler prints for a function, as far as a trace contains it. */
function printedName({ region, place }: MeasuredFunction): string {
  if (FORTRAN.test(place.file)) return region.split('::').at(-1) ?? region;
  return withoutSignature(region.replaceAll('(anonymous namespace)', '{anonymous}').replaceAll(/\[abi:[^\]]*\]/g, ''));
}

/** The part of the printed name that gcc is given: template arguments are not always written as in traces. */
function partOf(printed: string): string {
  if (/\boperator\b/.test(printed) || !printed.includes('<')) return printed;
  const head = printed.slice(0, printed.indexOf('<'));
  const tail = printed.slice(printed.lastIndexOf('>') + 1);
  return tail === '' ? head : `>${tail}`;
}

/**
 * Returns the parts of names that exclude the functions of the first list and none of the others. A function that
 * cannot be distinguished from one of the others is kept. So is one without a name (a construct of OpenMP, a lambda).
 */
export function partsThatLeaveOut(
  unwanted: readonly MeasuredFunction[],
  others: readonly MeasuredFunction[],
): readonly string[] {
  const kept = others.map(printedName);
  const named = unwanted
    .map(printedName)
    .filter((name) => /[\w)>=+*/%&|^~!<,\]-]$/.test(name) && !/[!@#]|lambda/.test(name));
  const parts = [...new Set(named.map(partOf))];
  return parts.filter((part) => !kept.some((name) => name.includes(part)));
}

/** Returns the functions that the parts of names should have excluded. */
export function stillMeasured<T extends MeasuredFunction>(functions: readonly T[], parts: readonly string[]): T[] {
  return functions.filter((one) => {
    const printed = printedName(one);
    return parts.some((part) => printed.includes(part));
  });
}
