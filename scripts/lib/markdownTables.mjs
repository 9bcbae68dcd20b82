/** Tables that scripts write into Markdown files, each between `<!-- NAME: … -->` and `<!-- end -->`. */
import { readFileSync } from 'node:fs';

/**
 * The lines of a table.
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
export function table(head, rows) {
  return [head, ...rows].map((cells) => `| ${cells.join(' | ')} |`).toSpliced(1, 0, `|${'---|'.repeat(head.length)}`);
}

/**
 * A file with its tables replaced.
 * @param {string} path
 * @param {Readonly<Record<string, readonly string[]>>} tables lines by name
 * @throws {Error} where the file has no markers for one of them
 */
export function withTables(path, tables) {
  return Object.entries(tables).reduce(
    (text, [name, lines]) => {
      const [before, begin, rest] = text.split(new RegExp(`(<!-- ${name}: .*-->\n)`));
      const end = rest?.indexOf('<!-- end -->');
      if (rest === undefined || end === undefined || end < 0)
        throw new Error(`${path} has no markers for the table "${name}": <!-- ${name}: … --> … <!-- end -->`);
      return [before, begin, '\n', ...lines.map((line) => `${line}\n`), '\n', rest.slice(end)].join('');
    },
    readFileSync(path, 'utf8'),
  );
}
