/** Documentation of the language's words, for authors. */

/** Clauses of properties: words before a colon. */
export const CLAUSE_DOCS: ReadonlyMap<string, string> = new Map([
  [
    'condition',
    'When the property holds: one or more conditions, joined by or, each with a label in brackets if needed.',
  ],
  ['confidence', 'How certain that is, from 0 to 1; 1 by default.'],
  ['severity', 'How severe it is: a share, such as seconds divided by RB(e).'],
  ['impact', 'Time of locations that is lost (s·loc); shipped properties need it to be ranked.'],
  ['at', 'The call path or region at which it is reported.'],
  ['extent', 'The phases that it holds in.'],
  ['next', 'Properties that are asked where this one holds.'],
  ['parent', 'The property whose time contains that of this one: reports show this one as a part of it.'],
  ['explain', 'Its meaning, one or two sentences in quotes.'],
  ['causes', 'Its typical causes, a few short sentences in quotes.'],
  ['advice', 'Advice: one or two sentences in quotes.'],
]);

/** Clauses of patterns. */
export const PATTERN_DOCS: ReadonlyMap<string, string> = new Map([
  ['roottype', 'Types of events that an instance is looked for at: root is one of them.'],
  ['instantiation', 'Events that belong to an instance; without one of them there is no instance.'],
  ['constraint', 'A condition on these events.'],
  ['export', 'Results of a match: numbers, and the event at which it is reported.'],
]);

/** Words that begin a declaration. */
export const DECLARATION_DOCS: ReadonlyMap<string, string> = new Map([
  [
    'property',
    'A performance problem: property Name(CallPath c, Experiment e) { let … in condition: …; severity: …; }',
  ],
  [
    'pattern',
    'Events that belong together: pattern Name() { roottype: …; instantiation: …; constraint: …; export: …; }',
  ],
  ['param', 'A number that people may choose: param threshold = 0.05 "what it is";'],
  ['class', 'A kind of data of a run; those of Trimtab are predefined.'],
  ['template', 'A property over what is chosen for it: property X = Template<a, b>;'],
  ['metaproperty', 'A template that takes properties.'],
]);

/** Words within expressions and definitions. */
export const WORD_DOCS: ReadonlyMap<string, string> = new Map([
  ['let', 'Begins definitions, which end with in.'],
  ['in', 'Ends definitions; x in set is whether it is one of it.'],
  ['where', 'sum c.time where c in e.callPaths and c.visits > 0: a value of each element of a set.'],
  ['exists', 'exists c in set such that …: whether one of them does.'],
  ['forall', 'forall c in set such that …: whether all of them do.'],
  ['such', 'such that: what elements must hold.'],
  ['if', 'if (condition) a elif (other) b else c: a value by conditions.'],
  ['else', 'The value where no condition holds.'],
  ['and', 'Both hold.'],
  ['or', 'One of them holds.'],
  ['not', 'It does not hold.'],
  ['union', 'The elements of both sets.'],
  ['intersect', 'The elements that are in both sets.'],
  ['minus', 'The elements of a set that are not in another.'],
  ['setof', 'Several of a type: setof Enter.'],
  ['null', 'No value: not measured, or not available.'],
  ['true', 'Holds.'],
  ['false', 'Does not hold.'],
]);

/** Functions of the language, by their names. */
export const FUNCTION_DOCS: ReadonlyMap<string, string> = new Map([
  [
    'RB',
    'RB(e): the ranking basis, the duration of the run: seconds, or of all locations where a severity needs that.',
  ],
  ['duration', 'duration(r, e): the duration of a region or run, in the unit that a severity needs.'],
  ['wall', 'wall(x): the same number as seconds (s), for who knows what was summed.'],
  ['cpu', 'cpu(x): the same number as seconds of locations (s·loc).'],
  ['PATTERN_MATCHES', 'PATTERN_MATCHES(LateSender(), e.trace): the matches of a pattern, with what it exports.'],
  ['sum', 'The sum; of seconds of several locations it is s·loc.'],
  ['avg', 'The mean.'],
  ['min', 'The least.'],
  ['max', 'The greatest.'],
  ['count', 'How many.'],
  ['std', 'The standard deviation.'],
  ['unique', 'The one that all are; absent where they differ.'],
  ['size', 'size(set): how many.'],
  ['abs', 'Without its sign.'],
  ['sqrt', 'The square root of a plain number.'],
  ['log', 'The natural logarithm of a plain number.'],
  ['log2', 'The logarithm to the base of 2.'],
  ['exp', 'e to the power of a plain number.'],
  ['floor', 'The next whole number below.'],
  ['ceil', 'The next whole number above.'],
  ['round', 'The nearest whole number.'],
  ['pow', 'pow(x, y): x to the power of y.'],
]);

/** Returns the meaning of a word of the language; undefined for other words. */
export function wordDoc(word: string): string | undefined {
  const lower = word.toLowerCase();
  for (const docs of [CLAUSE_DOCS, PATTERN_DOCS, DECLARATION_DOCS, WORD_DOCS]) {
    const found = docs.get(lower);
    if (found !== undefined) return found;
  }
  for (const [name, doc] of FUNCTION_DOCS) if (name.toLowerCase() === lower) return doc;
  return undefined;
}
