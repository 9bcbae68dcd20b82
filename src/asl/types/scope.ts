import type { FunctionDefinition } from '../syntax/ast.js';
import type { Ir } from './ir.js';

/** Value of a name: an expression that is created at each use, with the position of that use. */
export type Binding = Ir;

/** A function and the names that it can use. */
export interface ScopedFunction {
  readonly definition: FunctionDefinition;
  readonly scope: Scope;
}

/** Nested scopes: names of a comprehension shadow those around it. */
export class Scope {
  private readonly names = new Map<string, Binding>();
  private readonly functions = new Map<string, ScopedFunction[]>();

  /** @param level nesting depth of comprehensions */
  constructor(
    readonly above: Scope | undefined,
    readonly level: number,
  ) {}

  define(name: string, binding: Binding): void {
    this.names.set(name, binding);
  }

  defineFunction(definition: FunctionDefinition): void {
    const { text } = definition.name;
    this.functions.set(text, [...(this.functions.get(text) ?? []), { definition, scope: this }]);
  }

  /** Finds a name in exact spelling; if there is none, ignoring case. */
  find(name: string): { readonly binding: Binding; readonly spelled: string } | undefined {
    const exact = this.exact(name);
    if (exact !== undefined) return { binding: exact, spelled: name };
    return this.inAnyCase(name.toLowerCase());
  }

  private inAnyCase(lower: string): { readonly binding: Binding; readonly spelled: string } | undefined {
    for (const [spelled, binding] of this.names) if (spelled.toLowerCase() === lower) return { binding, spelled };
    return this.above?.inAnyCase(lower);
  }

  /** Returns the functions of a name, the innermost first: those with other parameters are overloads. */
  functionsOf(name: string): readonly ScopedFunction[] {
    return [...(this.functions.get(name) ?? []), ...(this.above?.functionsOf(name) ?? [])];
  }

  /** All names that can be used here. */
  *known(): Generator<string, void> {
    yield* this.names.keys();
    if (this.above !== undefined) yield* this.above.known();
  }

  /** The file scope, which encloses all others. */
  get outermost(): Scope {
    return this.above?.outermost ?? this;
  }

  private exact(name: string): Binding | undefined {
    return this.names.get(name) ?? this.above?.exact(name);
  }
}
