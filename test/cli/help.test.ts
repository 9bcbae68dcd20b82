import { describe, expect, it } from 'vitest';
import { parseRequest } from '../../src/cli/arguments/parse.js';
import { textWidth } from '../../src/cli/terminal/layout.js';

/** The text that a command line prints without further work. */
function printed(line: string, width = 80): string {
  const request = parseRequest(
    line.split(' ').filter((word) => word !== ''),
    '1.2.3',
    width,
  );
  return request.command === 'print' ? request.text : '';
}

describe('help', () => {
  it.each(['', '--help', '-h', 'help'])('of all commands is printed by "%s", and fits a screen', (line) => {
    const lines = printed(line).split('\n');
    expect(lines[0]).toBe('Usage: trimtab <command> [arguments] [options]');
    expect(lines.length).toBeLessThanOrEqual(55);
    expect(lines.filter((text) => textWidth(text) > 80)).toEqual([]);
    expect(lines.filter((text) => /^ {2}\w/.test(text))).toContain(
      '  run            build, run and analyze the program of trimtab.yaml',
    );
  });

  it.each([
    ['run -h', 'trimtab run [options] [folder] [-- arguments]'],
    ['help workflow', 'trimtab workflow [options] [command]'],
    ['experiments compare --json --help', 'trimtab experiments compare [options] <a> <b>'],
    ['experiments --help', 'trimtab experiments [options] [command]'],
    ['exec --help', 'trimtab exec [options] <program> [arguments...]'],
    ['run --no-build --help', 'trimtab exec [options] <program> [arguments...]'],
  ])('of one command is printed by "%s"', (line, usage) => {
    expect(printed(line).split('\n')[0]).toBe(`Usage: ${usage}`);
  });

  it('of a command describes its own options only', () => {
    const options = [...printed('forecast --help').matchAll(/^ {2}(-\S+)/gm)].map(([, option]) => option);
    expect(options).toEqual(['--json', '-h,']);
  });

  it('wraps lines to the width of the terminal', () => {
    for (const width of [80, 100, 120])
      expect(
        printed('picture --help', width)
          .split('\n')
          .filter((text) => textWidth(text) > width),
      ).toEqual([]);
  });

  it.each(['--version', '-V'])('%s prints the version', (line) => {
    expect(printed(line)).toBe('1.2.3');
  });
});
