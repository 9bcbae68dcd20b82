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

/** Returns the instances of templates in a text. Errors within one are reported at its instantiation. */
export function madeOfTemplates(
  text: string,
  declarations: readonly Declaration[],
): { readonly made: readonly MadeProperty[]; readonly diagnostics: readonly Diagnostic[] } {
  const isTemplate = (each: Declaration): each is Template => each.kind === 'template' || each.kind === 'metaproperty';
  const templates = new Map(declarations.filter(isTemplate).map((each) => [each.name.text, each]));
  const diagnostics: Diagnostic[] = [];
  let left = MOST_MADE;
  const made = declarations.flatMap((each) => {
    if (each.kind !== 'instance') return [];
    const { start, end, text: name } = each.template;
    const tell = (message: string): void =>
      void diagnostics.push({ level: 'error', code: CODES.unknownName, start, end, message });
    const template = templates.get(name);
    if (template === undefined) tell(`there is no template '${name}' in this text`);
    else if (template.parameters.length !== each.values.length)
      tell(`${name} takes ${template.parameters.length} values, and ${each.values.length} are given`);
    else {
      left -= lengthOf(template, each);
      if (left >= 0) return instanceOf(text, template, each);
      tell(`the templates of this text, written out, have more than ${MOST_MADE} characters`);
    }
    return [];
  });
  return { made, diagnostics };
}

/** Characters that instances of one text may be made of, each of its template and of what is put into that. */
const MOST_MADE = 1 << 22;

/** The most characters that an instance can have. */
function lengthOf({ start, end, parameters }: Template, { values }: Instance): number {
  const length = end - start;
  const longest = values.reduce((most, value) => Math.max(most, value.end - value.start), 1);
  // Each parameter occurs there at most as often as its characters fit in.
  const shortest = parameters.reduce((least, { name }) => Math.min(least, name.text.length), length);
  return length + Math.ceil(length / (Math.max(1, shortest) + 1)) * longest;
}

function instanceOf(text: string, template: Template, instance: Instance): MadeProperty[] {
  const values = instance.values.map(({ start, end }) => text.slice(start, end));
  const given = new Map(template.parameters.map(({ name }, at) => [name.text, values[at] ?? '']));
  const behind = tokensOf(text.slice(template.start, template.end));
  // `template Name<…>` ends with its first closing angle bracket: parameters contain none.
  const from = behind.findIndex(({ kind, text: sign }) => kind === 'symbol' && sign === '>') + 1;
  const put = behind
    .slice(from)
    .map((token) => (token.kind === 'word' ? (given.get(token.text) ?? token.text) : token.text));
  const whole = `property ${instance.name.text}${put.join('')}`;
  const [property] = parse(whole).declarations;
  return property?.kind === 'property' ? [{ instance, property, text: whole }] : [];
}
