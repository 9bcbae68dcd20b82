/** Which files stay behind: patterns as in .gitignore. */

/** Never travel: histories, and what Trimtab keeps beside a project. */
export const ALWAYS_IGNORED: readonly string[] = ['.git/', '.hg/', '.svn/', '.trimtab/', '.trimtab-*', '*.o', '*.obj'];

/** File of a project with further patterns. */
export const IGNORE_FILE = '.trimtabignore';

interface Rule {
  readonly pattern: RegExp;
  readonly folderOnly: boolean;
  readonly keeps: boolean;
}

/**
 * A test for relative paths with "/". The last pattern that fits decides; `!` takes back, a trailing `/` means folders,
 * a `/` elsewhere ties the pattern to the root; `*`, `?` and `**` are known.
 */
export function ignoreFilter(patterns: readonly string[]): (path: string, isFolder: boolean) => boolean {
  const rules = patterns
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(toRule);
  return (path, isFolder) => {
    const rule = rules.findLast(({ pattern, folderOnly }) => (isFolder || !folderOnly) && pattern.test(path));
    return rule !== undefined && !rule.keeps;
  };
}

function toRule(line: string): Rule {
  const keeps = line.startsWith('!');
  const text = keeps ? line.slice(1) : line;
  const folderOnly = text.endsWith('/');
  const body = text.replace(/\/$/, '');
  const anchored = body.includes('/');
  const source = body.replace(/^\//, '').split('/').map(segment);
  const joined = source.reduce((all, part, i) => (i === 0 ? part : `${all}${all.endsWith(ANY) ? '' : '/'}${part}`), '');
  return { pattern: new RegExp(`^${anchored ? '' : '(?:.*/)?'}${joined}$`, 'su'), folderOnly, keeps };
}

/** `**` between slashes: any number of folders, none too. */
const ANY = '(?:.*/)?';

function segment(text: string, index: number, all: readonly string[]): string {
  if (text === '**') return index === all.length - 1 ? '.*' : ANY;
  return text.replace(/[\\^$.|+()[\]{}]|\*+|\?/g, (part) => {
    if (part.startsWith('*')) return '[^/]*';
    return part === '?' ? '[^/]' : `\\${part}`;
  });
}
