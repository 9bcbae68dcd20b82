/**
 * Functions of the rank count that a value may follow: the search space of Extra-P for one parameter (Calotoiu et al.,
 * SC 2013, "Using automated performance modeling to find scalability bugs in complex codes"). It is that of its version
 * 4, p^i · log₂^j p, and the same with negative powers: strong scaling divides work by the ranks.
 */

/** p to the power of `numerator / denominator`, times log₂ p to the power of `logs`. */
export interface ScalingTerm {
  readonly numerator: number;
  readonly denominator: number;
  readonly logs: 0 | 1 | 2;
}

const fraction = (text: string): readonly [number, number] => {
  const [numerator = 0, denominator = 1] = text.split('/').map(Number);
  return [numerator, denominator];
};

const POWERS = {
  0: '1/4 1/3 1/2 2/3 3/4 4/5 1 5/4 4/3 3/2 5/3 7/4 2 9/4 7/3 5/2 8/3 11/4 3',
  1: '0 1/4 1/3 1/2 2/3 3/4 1 5/4 4/3 3/2 2 5/2 3',
  2: '0 1/4 1/3 1/2 2/3 3/4 1 3/2 2 5/2',
} as const;

/** Those that grow, slower growth first where one has fewer logarithms. */
const GROWING: readonly ScalingTerm[] = ([0, 1, 2] as const).flatMap((logs) =>
  POWERS[logs].split(' ').map((text) => {
    const [numerator, denominator] = fraction(text);
    return { numerator, denominator, logs };
  }),
);

/** All of them: those that grow come first. */
export const TERMS: readonly ScalingTerm[] = [
  ...GROWING,
  ...GROWING.filter(({ numerator }) => numerator > 0).map((term) => ({ ...term, numerator: -term.numerator })),
];

/** The term's value. @param ranks at least 1 */
export function termAt({ numerator, denominator, logs }: ScalingTerm, ranks: number): number {
  return ranks ** (numerator / denominator) * Math.log2(ranks) ** logs;
}

const RAISED: Readonly<Record<number, string>> = { 1: 'p', 2: 'p²', 3: 'p³' };
const LOGS = { 0: [], 1: ['log p'], 2: ['log² p'] } as const;

/** As people write it: `p^(3/2)·log² p`, `log p/p²`; logarithms are those to the base 2. */
export function termText(term: ScalingTerm): string {
  return term.numerator < 0 ? `${numeratorOf(term) || '1'}/${powerText(term)}` : numeratorOf(term);
}

/** The term behind a coefficient: `16 s/p`, `2 s·log p/p`, `3 s·p²`. @param coefficient as people read it */
export function partText(coefficient: string, term: ScalingTerm): string {
  const above = numeratorOf(term);
  const product = above === '' ? coefficient : `${coefficient}·${above}`;
  return term.numerator < 0 ? `${product}/${powerText(term)}` : product;
}

/** Returns the numerator; empty for a pure negative power. */
function numeratorOf(term: ScalingTerm): string {
  return [...(term.numerator > 0 ? [powerText(term)] : []), ...LOGS[term.logs]].join('·');
}

function powerText({ numerator, denominator }: ScalingTerm): string {
  const size = Math.abs(numerator);
  return (denominator === 1 ? RAISED[size] : undefined) ?? `p^(${size}/${denominator})`;
}
