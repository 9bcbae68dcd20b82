/** Readable names of functions, without parts that only the compiler needs. */

/** Of the functions of other languages, none is a demangled name of C++: parameters directly behind a path of identifiers. */
const PATH = /^[\p{L}\p{N}_$:~*&#\s]+$/u;
const OPERATOR = /(^|::|\s)operator(?![\p{L}\p{N}_])/u;

/**
 * `ComputeDotProduct` for `ComputeDotProduct(long, Vector const&)`, `std::sort` for `void std::sort<int*>(int*, int*)`:
 * a demangled C++ name without result, template arguments, parameters and qualifiers. All other names stay whole, such as
 * `!$omp for @heat.c:12`, and those of other languages: `harbor.(*Quay).Unload`, `settle (tide.py:12)`, `Mill.<init>`.
 */
export function shortFunctionName(name: string): string {
  if (name.startsWith('!$') || !name.includes('(')) return name;
  // In front of the parameters; `operator()` and lambdas contain parentheses themselves.
  const operators: string[] = [];
  const shielded = name
    .replace(/(\(anonymous namespace\)|\{anonymous\})::/g, '')
    .replace(/\[abi:\w+\]/g, '')
    .replace(/^(non-)?virtual thunk to /, '')
    .replace(/\{lambda\([^{}]*\)#(\d+)\}/g, (_, number: string) => `lambda#${number}`)
    .replace(/'(lambda\d*)'/g, '$1')
    .replace(/\boperator\s*(\(\)|<=>|<<=|>>=|<<|>>|<=|>=|->\*|->|<|>)/g, (operator) => {
      operators.push(operator.replace(/\s+/g, ''));
      return `operator\ue000`;
    });
  const plain = withoutBrackets(shielded, '<', '>');
  const path = plain === undefined || shielded.startsWith('<') ? undefined : withoutParameters(plain);
  if (path === undefined || !isPath(path)) return name;
  // The part before the last blank is the result type, except in conversions such as `operator bool`.
  const words = path.split(/\s+/);
  const at = words.findIndex((word) => /(^|::)operator$/.test(word));
  const spoken = at >= 0 ? words.slice(at).join(' ') : (words.at(-1) ?? '');
  let next = 0;
  const short = spoken.replace(/operator\ue000/g, () => operators[operators.length - 1 - next++] ?? 'operator');
  return short.replace(/^[*&]+/, '') || name;
}

/** Whether a function of C++ can be called so, with its result before it. */
function isPath(text: string): boolean {
  const operator = OPERATOR.exec(text);
  const names = operator === null ? text : text.slice(0, operator.index + (operator[1]?.length ?? 0));
  if (text === 'decltype' || /(^|[^:]):([^:]|$)/.test(names)) return false;
  return operator === null ? PATH.test(names) && !/\s$/.test(names) : names === '' || PATH.test(names);
}

/** The text without its outermost brackets and all in them; undefined where they do not match. */
function withoutBrackets(text: string, open: string, close: string): string | undefined {
  let depth = 0;
  let kept = '';
  for (const character of text) {
    if (character === open) depth++;
    else if (character === close) {
      if (--depth < 0) return undefined;
    } else if (depth === 0) kept += character;
  }
  return depth === 0 ? kept : undefined;
}

/** The text up to its first parenthesis; undefined where parentheses do not match. */
function withoutParameters(text: string): string | undefined {
  if (withoutBrackets(text, '(', ')') === undefined) return undefined;
  const at = text.indexOf('(');
  return at < 0 ? text : text.slice(0, at);
}
