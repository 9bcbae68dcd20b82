/** Models as people read them. */
import type { ScalingModel } from './model.js';
import { partText, termText } from './terms.js';

/** `2.1 s + 34 ms·p·log p`, `16 s/p`. @param format a value of the unit */
export function modelText({ constant, growth, isReliable }: ScalingModel, format: (value: number) => string): string {
  if (!isReliable) return 'no reliable model';
  if (growth === undefined) return format(constant);
  const { coefficient, term } = growth;
  const part = partText(format(Math.abs(coefficient)), term);
  if (constant === 0) return coefficient < 0 ? `−${part}` : part;
  const first = `${constant < 0 ? '−' : ''}${format(Math.abs(constant))}`;
  return `${first} ${coefficient < 0 ? '−' : '+'} ${part}`;
}

/** How a value changes with more ranks: `grows like p·log p`, `falls like 1/p`. */
export function growthText({ growth, isReliable }: ScalingModel): string {
  if (!isReliable) return 'has no reliable model';
  if (growth === undefined) return 'stays the same';
  const { coefficient, term, isFalling } = growth;
  const levelsOff = !isFalling && coefficient < 0 && term.numerator < 0;
  return `${isFalling ? 'falls' : levelsOff ? 'grows and levels off' : 'grows'} like ${termText(term)}`;
}
