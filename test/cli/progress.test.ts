import { describe, expect, it } from 'vitest';
import { ProgressLine } from '../../src/cli/terminal/progress.js';
import { recorded } from './recordedTerminal.js';

describe('progress', () => {
  it('is one line of a terminal that is overwritten and removed', () => {
    const { terminal, written } = recorded(true);
    const progress = new ProgressLine(terminal);
    progress.show('Reading events', 0.256);
    progress.show('Matching messages');
    progress.clear();
    progress.clear();
    expect(written()).toBe('\r\u001b[KReading events 25 %\r\u001b[KMatching messages\r\u001b[K');
  });

  it('is quiet in a pipe, but still forwards the output of programs', () => {
    const { terminal, written } = recorded(false);
    const progress = new ProgressLine(terminal);
    progress.show('Building', 0);
    progress.output('cc: warning\n');
    progress.show('Reading events', 0.5);
    progress.clear();
    expect(written()).toBe('cc: warning\n');
  });
});
