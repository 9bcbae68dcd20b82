import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isOwnFolder } from '../../../src/base/processes/compiledCode.js';

describe('the folder of compiled code', () => {
  let parent: string;
  let folder: string;

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'trimtab-compiled-'));
    folder = join(parent, 'state', 'compiled');
  });

  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  it('is made for this user only', () => {
    expect(isOwnFolder(folder)).toBe(true);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(isOwnFolder(folder)).toBe(true);
  });

  it.each([0o770, 0o707, 0o722])('is not used if others have access (mode %o)', (mode) => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, mode);
    expect(isOwnFolder(folder)).toBe(false);
  });

  it('is not used if it is a link or a file', () => {
    const other = join(parent, 'other');
    mkdirSync(other, { mode: 0o700 });
    symlinkSync(other, join(parent, 'link'));
    expect(isOwnFolder(join(parent, 'link'))).toBe(false);
    expect(isOwnFolder(import.meta.filename)).toBe(false);
  });

  it('is not used if it cannot be made', () => {
    expect(isOwnFolder(join(import.meta.filename, 'below'))).toBe(false);
  });
});
