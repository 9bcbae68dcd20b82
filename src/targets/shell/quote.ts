import { TrimtabError } from '../../base/problem.js';

/**
 * One word for a POSIX shell: in single quotes nothing has a meaning but the quote itself.
 * @throws TrimtabError for a NUL character, which no argument can hold
 */
export function quote(word: string): string {
  if (word.includes('\0')) throw new TrimtabError(`"${word.replaceAll('\0', '?')}" has a NUL character; remove it.`);
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A command line for a POSIX shell that starts exactly this argument vector. */
export function quoteAll(argv: readonly string[]): string {
  // A first word with "=" would be read as an assignment.
  return argv
    .map((word, i) => (i === 0 && word.includes('=') ? `'${word.replaceAll("'", `'\\''`)}'` : quote(word)))
    .join(' ');
}

/** Lines of sh that set and export variables. @param variables names are checked where they are configured */
export function exportLines(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .filter(([name]) => /^[A-Za-z_]\w*$/.test(name))
    .map(([name, value]) => `export ${name}=${quote(value)}\n`)
    .join('');
}
