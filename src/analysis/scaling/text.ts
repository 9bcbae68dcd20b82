/** Models as people read them. */
import type { ScalingModel } from './model.js';
import { termText } from './terms.js';

/** `2.1 s + 34 ms·p·log p`. @param format a value of the unit */
export function modelText({ constant, growth }: ScalingModel, format: (value: number) => string): string {
  if (growth === undefined) return format(constant);
  const { coefficient, term } = growth;
  const part = `${format(Math.abs(coefficient))}·${termText(term)}`;
  if (constant === 0) return coefficient < 0 ? `−${part}` : part;
  const first = `${constant < 0 ? '−' : ''}${format(Math.abs(constant))}`;
  return `${first} ${coefficient < 0 ? '−' : '+'} ${part}`;
}

/** What a value does with more ranks: `grows like p·log p`. */
export function growthText({ growth }: ScalingModel): string {
  if (growth === undefined) return 'stays the same';
  return `${growth.coefficient < 0 ? 'falls' : 'grows'} like ${termText(growth.term)}`;
}
