import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { helpText, helpTopic } from '../../src/cli/help.js';

const page = readFileSync(join(root, 'docs/cli.md'), 'utf8');
const sections = page
  .split(/^### trimtab (?=\w+$)/m)
  .slice(1)
  .map((section) => ({ name: /^\w+/.exec(section)?.[0] ?? '', text: section.split(/^## /m)[0] ?? '' }));

const distinct = (texts: Iterable<string>): string[] => [...new Set(texts)].sort();
const optionsOf = (text: string) => distinct([...text.matchAll(/(?<![\w-])--[a-z][\w-]*/g)].map(([option]) => option));
/** Commands with their actions, such as `workflow run`. */
const usagesOf = (text: string) =>
  distinct(
    [
      ...text.matchAll(/(?:^ {2}|`)trimtab ((?:(?:workflow|experiments|asl|selection|targets|instrument) )?[a-z]+)/gm),
    ].map(([, usage = '']) => usage),
  );

describe('docs/cli.md', () => {
  it('describes every option of the help, and no other', () => {
    expect(optionsOf(page)).toEqual(optionsOf(helpText()));
  });

  it('describes every command and action of the help, and no other', () => {
    expect(usagesOf(page)).toEqual(usagesOf(helpText()));
  });

  it('has a section for each command', () => {
    const commands = [...helpText().matchAll(/^ {2}trimtab (\w+)/gm)].map(([, name = '']) => name);
    expect(sections.map(({ name }) => name).sort()).toEqual(distinct(commands));
  });

  it.each(sections)('names for $name only options that it takes', ({ name, text }) => {
    const known = new Set([...optionsOf(helpText(helpTopic(name))), '--project']);
    // A sentence may exclude options of another command.
    for (const option of optionsOf(text.replaceAll(/, except [^.]*\./g, ''))) expect(known, name).toContain(option);
  });
});
