/**
 * Messages between the extension and its pages. A page is told its whole state whenever that changes, and answers with
 * what the person did; it keeps nothing that the extension would have to ask for.
 */
import * as v from 'valibot';

/** What the extension sends. */
export interface StateMessage<State> {
  readonly kind: 'state';
  readonly state: State;
}

/** What the extension sends where there is no state to show: why, as a sentence. */
export interface FailureMessage {
  readonly kind: 'failure';
  readonly sentence: string;
}

/** What a page sends: that it is there, or what the person did. */
export type PageMessage<Action> = { readonly kind: 'ready' } | { readonly kind: 'action'; readonly action: Action };

/** Reads what a page sent; undefined when it is nothing a page says. @param action the schema of the page's actions */
export function readPageMessage<Action>(
  input: unknown,
  action: v.GenericSchema<unknown, Action>,
): PageMessage<Action> | undefined {
  const schema = v.variant('kind', [
    v.object({ kind: v.literal('ready') }),
    v.object({ kind: v.literal('action'), action }),
  ]);
  const parsed = v.safeParse(schema, input);
  return parsed.success ? parsed.output : undefined;
}
