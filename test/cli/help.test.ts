import { describe, expect, it } from 'vitest';
import { helpText } from '../../src/cli/help.js';

const commands = [
  'asl',
  'analyze',
  'run',
  'experiments',
  'workflow',
  'instrument',
  'selection',
  'api',
  'adapt',
  'efficiency',
  'dynamics',
  'iterations',
  'live',
  'picture',
] as const;

/** Options that begin an entry of a help, without what they take. */
const options = (text: string) => [...text.matchAll(/^ {2}(-[\w-]+)/gm)].map(([, name]) => name);

describe('help', () => {
  it.each(commands)('on %s tells its usages and nothing of the others', (command) => {
    const text = helpText(command);
    const usages = [...text.matchAll(/^ {2}trimtab (\w+)/gm)].map(([, name]) => name);
    expect(new Set(usages)).toEqual(new Set([command]));
    expect(text).toContain('Exit codes: ');
    for (const line of text.split('\n')) expect(helpText().split('\n')).toContain(line);
  });

  it('on all commands together tells every option there is', () => {
    const each = new Set(commands.flatMap((command) => options(helpText(command))));
    expect(each).toEqual(new Set(options(helpText())));
  });
});
