/** Templates and metaproperties: properties that others are made of by putting something for their parameters. */
import type { Declaration, Instance, Property, Template } from '../syntax/ast.js';
import { CODES, type Diagnostic } from '../syntax/diagnostics.js';
import { parse } from '../syntax/parse.js';
import { tokensOf } from '../syntax/tokens.js';

/** A property that was made of a template, with the text that it has then. */
export interface MadeProperty {
  readonly instance: Instance;
  readonly property: Property;
  readonly text: string;
}

/** The instances of templates in a text. What is wrong within one is told where it is made. */
export function madeOfTemplates(
  text: string,
  declarations: readonly Declaration[],
): { readonly made: readonly MadeProperty[]; readonly diagnostics: readonly Diagnostic[] } {
  const isTemplate = (each: Declaration): each is Template => each.kind === 'template' || each.kind === 'metaproperty';
  const templates = new Map(declarations.filter(isTemplate).map((each) => [each.name.text, each]));
  const diagnostics: Diagnostic[] = [];
  const made = declarations.flatMap((each) => {
    if (each.kind !== 'instance') return [];
    const { start, end, text: name } = each.template;
    const tell = (message: string): void =>
      void diagnostics.push({ level: 'error', code: CODES.unknownName, start, end, message });
    const template = templates.get(name);
    if (template === undefined) tell(`there is no template '${name}' in this text`);
    else if (template.parameters.length !== each.values.length)
      tell(`${name} takes ${template.parameters.length} values, and ${each.values.length} are given`);
    else return instanceOf(text, template, each);
    return [];
  });
  return { made, diagnostics };
}

function instanceOf(text: string, template: Template, instance: Instance): MadeProperty[] {
  const values = instance.values.map(({ start, end }) => text.slice(start, end));
  const given = new Map(template.parameters.map(({ name }, at) => [name.text, values[at] ?? '']));
  const behind = tokensOf(text.slice(template.start, template.end));
  // `template Name<…>` ends with its first closing angle bracket: parameters have none of their own.
  const from = behind.findIndex(({ kind, text: sign }) => kind === 'symbol' && sign === '>') + 1;
  const put = behind
    .slice(from)
    .map((token) => (token.kind === 'word' ? (given.get(token.text) ?? token.text) : token.text));
  const whole = `property ${instance.name.text}${put.join('')}`;
  const [property] = parse(whole).declarations;
  return property?.kind === 'property' ? [{ instance, property, text: whole }] : [];
}
