import type { Declaration, Local, Named } from '../syntax/ast.js';
import type { Span } from '../syntax/position.js';

/** A declaration, at its name. */
export interface OutlineEntry extends Span {
  readonly name: string;
  readonly kind: 'property' | 'pattern' | 'class' | 'template' | 'function' | 'parameter' | 'value';
  /** Its argument, such as `CallPath c`. */
  readonly detail: string;
  /** All of its text. */
  readonly whole: Span;
  readonly children: readonly OutlineEntry[];
}

/** Returns the declarations of a text in order; unnamed ones are omitted. */
export function outlineOf(declarations: readonly Declaration[]): OutlineEntry[] {
  return declarations.flatMap(entriesOf).filter(({ name }) => name !== '');
}

function entriesOf(declared: Declaration): OutlineEntry[] {
  const whole = { start: declared.start, end: declared.end };
  const entry = (
    { text, start, end }: Named,
    kind: OutlineEntry['kind'],
    detail = '',
    children: readonly OutlineEntry[] = [],
  ): OutlineEntry => ({ name: text, start, end, kind, detail, whole, children });
  switch (declared.kind) {
    case 'property': {
      const detail = argumentText(declared.arguments ?? []);
      return declared.names.map((name) => entry(name, 'property', detail, localsOf(declared.body.locals)));
    }
    case 'instance':
      return [entry(declared.name, 'property', declared.template.text)];
    case 'pattern':
      return [entry(declared.name, 'pattern', argumentText(declared.arguments), localsOf(declared.exports))];
    case 'template':
    case 'metaproperty':
      return [entry(declared.name, 'template', argumentText(declared.arguments), localsOf(declared.body.locals))];
    case 'class':
      return [entry(declared.name, 'class')];
    case 'function':
      return [entry(declared.name, 'function', argumentText(declared.arguments))];
    case 'parameter':
      return [entry(declared.name, 'parameter', declared.description)];
    case 'definition':
      return [entry(declared.name, 'value')];
    default:
      return [];
  }
}

const argumentText = (given: readonly { readonly type: { readonly name: string }; readonly name: Named }[]): string =>
  given.map(({ type, name }) => `${type.name} ${name.text}`).join(', ');

function localsOf(locals: readonly Local[]): OutlineEntry[] {
  return locals.flatMap((local) => {
    if (local.kind === 'statement' || local.name.text === '') return [];
    const { name, start, end } = local;
    const kind = local.kind === 'function' ? 'function' : 'value';
    const place = { start: name.start, end: name.end };
    return [{ name: name.text, ...place, kind, detail: '', whole: { start, end }, children: [] } as const];
  });
}
