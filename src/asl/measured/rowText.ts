import { type AslData, isMany } from '../data.js';
import { elementOf, type Type } from '../types/type.js';

/** Maximum number of steps; longer call paths are cut in the middle: their ends are most informative. */
const MOST_STEPS = 6;

/** A row of a class as people know it: names, and the place in the source. */
export function rowText(data: AslData, className: string, row: number): string {
  const at = (of: string, member: string, index: number): number => {
    const column = data.table(of)?.member(member, Float64Array.of(index));
    return column === undefined || isMany(column) ? NaN : (column[0] ?? NaN);
  };
  const name = (of: string, index: number): string => data.texts.text(at(of, 'name', index)) ?? '?';
  switch (className) {
    case 'ParPerf':
    case 'SeqPerf':
      return rowText(data, 'Region', at(className, 'reg', row));
    case 'Region':
      return regionText(name('Region', row), row, data, at);
    case 'CallPath': {
      const steps: string[] = [];
      for (let path = row; !Number.isNaN(path); path = at('CallPath', 'parent', path))
        steps.push(name('Region', at('CallPath', 'region', path)));
      const all = steps.reverse();
      const shown = all.length <= MOST_STEPS ? all : [...all.slice(0, 2), '…', ...all.slice(-3)];
      return shown.join(' / ');
    }
    default:
      return name(className, row);
  }
}

type At = (of: string, member: string, index: number) => number;

function regionText(name: string, region: number, { texts }: AslData, at: At): string {
  const file = texts.text(at('Region', 'file', region));
  const [begin, end] = [at('Region', 'beginLine', region), at('Region', 'endLine', region)];
  if (file === undefined || Number.isNaN(begin)) return name;
  return `${name} (${file}:${begin}${end > begin ? `-${end}` : ''})`;
}

/** A value as JSON and people can have it: texts and rows by their names; undefined for what is absent. */
export function plainValue(data: AslData, type: Type, value: number): number | string | boolean | undefined {
  if (Number.isNaN(value)) return undefined;
  const single = elementOf(type);
  if (single.kind === 'bool') return value === 1;
  if (single.kind === 'string' || single.kind === 'enumeration') return data.texts.text(value);
  return single.kind === 'object' ? rowText(data, single.name, value) : value;
}
