/** Which files stay behind: patterns as in .gitignore. */
import { pathPattern } from './wildcards.js';

/** Never transferred: histories, and Trimtab's files in a project. */
export const ALWAYS_IGNORED: readonly string[] = ['.git/', '.hg/', '.svn/', '.trimtab/', '.trimtab-*', '*.o', '*.obj'];

/** File of a project with further patterns. */
export const IGNORE_FILE = '.trimtabignore';

interface Rule {
  readonly fits: (path: string) => boolean;
  readonly folderOnly: boolean;
  readonly keeps: boolean;
}

/**
 * A test for relative paths with "/". The last pattern that fits decides; `!` takes back, a trailing `/` means folders,
 * a `/` elsewhere ties the pattern to the root; wildcards as in `pathPattern`.
 */
export function ignoreFilter(patterns: readonly string[]): (path: string, isFolder: boolean) => boolean {
  const rules = patterns
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(toRule);
  return (path, isFolder) => {
    const rule = rules.findLast(({ fits, folderOnly }) => (isFolder || !folderOnly) && fits(path));
    return rule !== undefined && !rule.keeps;
  };
}

function toRule(line: string): Rule {
  const keeps = line.startsWith('!');
  const text = keeps ? line.slice(1) : line;
  const folderOnly = text.endsWith('/');
  const body = text.replace(/\/$/, '');
  return { fits: pathPattern(body.replace(/^\//, ''), !body.includes('/')), folderOnly, keeps };
}
