import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { trimtab } from './support.js';

const files = ['trimtab.h', 'trimtab.F90'];
const probe = join(import.meta.dirname, '../../src/probe');
const ours = (name: string): string => readFileSync(join(probe, 'api', name), 'utf8');

describe('trimtab api', () => {
  it('puts the files into a folder, also over existing copies', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'api-'));
    for (let time = 0; time < 2; time++) {
      const { code, out } = await trimtab(probe, 'api', folder);
      expect(code).toBe(0);
      expect(out.trim().split('\n')).toHaveLength(2);
      for (const name of files) expect(readFileSync(join(folder, name), 'utf8')).toBe(ours(name));
    }
  });

  it("leaves a user's file unchanged, and reports so", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'api-'));
    writeFileSync(join(folder, 'trimtab.F90'), 'mine');
    const { code, err } = await trimtab(probe, 'api', folder);
    expect(code).toBe(1);
    expect(err).toContain('exists and differs');
    expect(readFileSync(join(folder, 'trimtab.F90'), 'utf8')).toBe('mine');
  });

  it('reports a path that is no folder', async () => {
    const { code, err } = await trimtab('.', 'api', '/nowhere/at/all');
    expect([code, err]).toEqual([1, expect.stringContaining('/nowhere/at/all is not a folder')]);
  });
});
