/** Building blocks of reports, independent of the output format. */

/** How texts are written: as Markdown or HTML. Strings in a template are text; its own words have no markup. */
export interface Paper<T> {
  readonly of: (parts: TemplateStringsArray, ...values: readonly (T | string | number)[]) => T;
  readonly code: (text: string) => T;
  readonly strong: (text: string) => T;
  readonly join: (parts: readonly T[], separator: T) => T;
}

export type Block<T> =
  | { readonly is: 'heading'; readonly level: 1 | 2; readonly text: T }
  | { readonly is: 'paragraph' | 'quote'; readonly text: T }
  | { readonly is: 'list'; readonly items: readonly T[] }
  | { readonly is: 'table'; readonly headings: readonly string[]; readonly rows: readonly (readonly (T | string)[])[] };

export type Blocks<T> = Generator<Block<T>>;

export const heading = <T>(paper: Paper<T>, text: string): Block<T> => ({
  is: 'heading',
  level: 2,
  text: paper.of`${text}`,
});

export const paragraph = <T>(text: T): Block<T> => ({ is: 'paragraph', text });

export const table = <T>(headings: readonly string[], rows: readonly (readonly (T | string)[])[]): Block<T> => ({
  ...{ is: 'table', headings, rows },
});

/** Text columns in addition to the first one; numbers are right-aligned. */
const TEXTS = new Set(['Property', 'Where']);

/** Whether a column has numbers. @param column its position */
export const isNumeric = (heading: string, column: number): boolean => column > 0 && !TEXTS.has(heading);
