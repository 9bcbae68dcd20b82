import type { Argument, Property } from '../syntax/ast.js';
import { CODES } from '../syntax/diagnostics.js';
import { expressionsOf, within } from '../syntax/walk.js';
import type { Scope } from './scope.js';
import type { Typing } from './typing.js';

/**
 * Returns the parameters that a property uses without declaring them. An undefined name whose members are used refers
 * to the only class that has them all (so is CriticalSectionContention printed in Fürlinger & Gerndt).
 */
export function implicitArguments(typer: Typing, property: Property, file: Scope): Argument[] {
  const { environment } = typer;
  const asked = new Map<string, Set<string>>();
  const defined = new Set(
    property.body.locals.flatMap((local) => (local.kind === 'statement' ? [] : [local.name.text])),
  );
  for (const expression of expressionsOf(property.body).flatMap((each) => [...within(each)])) {
    if (expression.kind !== 'member' || expression.target.kind !== 'name') continue;
    const { name } = expression.target;
    if (defined.has(name) || file.find(name) !== undefined || environment.classNamed(name) !== undefined) continue;
    const members = asked.get(name) ?? new Set<string>();
    asked.set(name, members.add(expression.name.text));
  }
  const [title] = property.names;
  return [...asked].flatMap(([name, members]) => {
    if (!typer.spend(environment.measuredClasses.length)) return [];
    const having = environment.measuredClasses.filter((each) =>
      [...members].every((member) => environment.member(each, member) !== undefined),
    );
    const [only, other] = having;
    if (only === undefined || other !== undefined || title === undefined) return [];
    typer.tell(
      'warning',
      CODES.tolerated,
      title,
      `${title.text} names no parameters: '${name}' is understood as '${only} ${name}'`,
    );
    const { start, end } = title;
    const span = { start, end };
    return [{ type: { name: only, isSet: false, isArray: false, ...span }, name: { text: name, ...span }, ...span }];
  });
}
