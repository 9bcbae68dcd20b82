import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LogFile } from '../../src/workflows/measuring/log.js';
import { temporaryFolder } from '../experiments/support.js';

describe('LogFile', () => {
  it('keeps what is written', () => {
    const path = join(temporaryFolder(), 'run.log');
    const log = new LogFile(path);
    log.write('one\n');
    log.write('ä two\n');
    log.close();
    expect(readFileSync(path, 'utf8')).toBe('one\nä two\n');
    expect(log.problem).toBeUndefined();
  });

  it('stops at its limit and reports so', () => {
    const path = join(temporaryFolder(), 'run.log');
    const log = new LogFile(path, 10);
    for (let i = 0; i < 5; i++) log.write('1234');
    expect(readFileSync(path, 'utf8')).toBe('1234123412');
    expect(log.problem).toMatch(/holds only the beginning of the output/);
  });

  it('continues when it cannot be written', () => {
    const log = new LogFile(join(temporaryFolder(), 'absent', 'run.log'));
    log.write('x');
    log.close();
    expect(log.problem).toMatch(/could not be written: there is no folder /);
  });

  it.skipIf(!existsSync('/dev/full'))('reports that the disk is full', () => {
    const log = new LogFile('/dev/full');
    log.write('x');
    log.write('y');
    expect(log.problem).toMatch(/no space left to write \/dev\/full/);
  });
});
