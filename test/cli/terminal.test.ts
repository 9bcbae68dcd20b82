import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foreignText, hidden } from '../model/foreignText.js';
import { recorded } from './recordedTerminal.js';

// oxlint-disable-next-line no-control-regex -- the sequences that Trimtab itself writes
const own = /\u001b\[(?:0|1|2|33|34|1;35)m/g;

describe.each([true, false])('the terminal (isTTY: %s)', (isTTY) => {
  it('gets nothing hidden and no sequence but the colors of the program, whatever is written', async () => {
    await fc.assert(
      fc.asyncProperty(foreignText, async (text) => {
        const { terminal, written } = recorded(isTTY);
        await terminal.lines([text, terminal.style.bold(text), terminal.style.severity(text, 0.5)]);
        terminal.status(text);
        await terminal.json({ [text]: text });
        expect(written().replace(own, '')).not.toMatch(hidden);
        if (!isTTY) expect(written()).not.toMatch(own);
      }),
      { numRuns: 300 },
    );
  });

  it('gets no colors on standard error', () => {
    const { terminal, written } = recorded(isTTY);
    terminal.status('\u001b[1;35mtrimtab: done\u001b[0m\n');
    expect(written()).toBe('trimtab: done\n');
  });

  it('is written over with one line', () => {
    const { terminal, written } = recorded(isTTY);
    terminal.overwrite('reading\u001b[2J\n3.evt');
    expect(written()).toBe('\r\u001b[Kreading [2J 3.evt');
  });
});

describe('the terminal', () => {
  it('keeps its custom colors, line ends and columns', async () => {
    const { terminal, written } = recorded(true);
    await terminal.lines([terminal.style.bold('a\tb'), 'c\nd']);
    expect(written()).toBe('\u001b[1ma\tb\u001b[0m\nc\nd\n');
  });

  it('writes JSON that reads back the same', async () => {
    const value = { name: 'a\u202eb\u009b2J', list: [1, 'ä'] };
    const { terminal, written } = recorded(true);
    await terminal.json(value);
    expect(JSON.parse(written())).toEqual(value);
    expect(written()).toContain('a\\u202eb\\u009b2J');
  });
});

describe('messages that were already printed', () => {
  it('are not printed again; new ones are', () => {
    const { terminal } = recorded(false);
    expect(terminal.unsaid('solver diverged\nat step 3')).toBe('solver diverged\nat step 3');
    terminal.status('step 1\nsolver di');
    terminal.status('verged\nat step 3\n');
    expect(terminal.unsaid('solver diverged\nat step 3')).toBe('');
    expect(terminal.unsaid('solver diverged\n\nThe archive is empty.')).toBe('The archive is empty.');
    terminal.status('x'.repeat(1 << 19));
    expect(terminal.unsaid('solver diverged')).toBe('solver diverged');
  });
});
