/** Completions in a project's file of parameters. */
import { unitOfParameter } from '../parameterValues.js';
import type { Parameter } from '../syntax/ast.js';
import type { Environment } from '../types/environment.js';
import { isSame, ONE, unitText } from '../types/units.js';
import type { Offer } from './completion.js';

/** The parameters that a line can begin with: those that the file does not have yet, each with its own value. */
export function parameterOffers(text: string, offset: number, environment: Environment): Offer[] {
  const begun = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  if (!/^\w*$/.test(begun)) return [];
  const there = new Set([...text.matchAll(/^(\w+)[ \t]*:/gm)].map(([, name]) => name));
  return [...environment.parameters]
    .filter(([name]) => !there.has(name))
    .map(([name, parameter]): Offer => {
      const value = valueText(parameter);
      const { description } = parameter;
      return {
        ...{ name, kind: 'parameter', insert: `${name}: ${value}` },
        detail:
          value === '' ? unitOf(parameter, environment) : `${unitOf(parameter, environment)}, ${value} by default`,
        ...(description === undefined ? {} : { text: description }),
      };
    });
}

/** The value that its text gives it, where that is one number. */
function valueText({ value }: Parameter): string {
  if (value.kind !== 'number') return '';
  return value.unit === undefined ? String(value.value) : `${value.value} ${value.unit}`;
}

function unitOf(parameter: Parameter, environment: Environment): string {
  const unit = unitOfParameter(parameter, environment);
  return unit === undefined || isSame(unit, ONE) ? 'number' : unitText(unit);
}
