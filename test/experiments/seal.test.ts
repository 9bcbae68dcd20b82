import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fits, type Sealed, sealOf } from '../../src/experiments/store/seal.js';
import { userStateFolder } from '../../src/base/processes/userState.js';
import { userKey } from '../../src/experiments/store/userState.js';
import { temporaryFolder } from './support.js';

let state: string;
beforeEach(() => {
  state = join(temporaryFolder(), 'deep', 'state');
  vi.stubEnv('TRIMTAB_STATE', state);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const sealed = (folder: string, change: Partial<Sealed> = {}): Sealed => ({
  kind: 'run',
  folder,
  parts: ['id', 'text'],
  ...change,
});

describe("a user's state", () => {
  it.each([
    ['linux', {}, '/home/u/.local/state/trimtab'],
    ['linux', { XDG_STATE_HOME: '/state' }, '/state/trimtab'],
    ['linux', { XDG_STATE_HOME: 'state', TRIMTAB_STATE: '.' }, '/home/u/.local/state/trimtab'],
    ['linux', { XDG_STATE_HOME: '/state', TRIMTAB_STATE: '/mine' }, '/mine'],
    ['darwin', {}, '/home/u/Library/Application Support/Trimtab'],
    ['win32', { LOCALAPPDATA: 'C:\\Users\\u\\AppData\\Local' }, 'C:\\Users\\u\\AppData\\Local\\Trimtab'],
  ] as const)('lies outside all workspaces: %s %o', (platform, environment, expected) => {
    expect(userStateFolder(environment, platform, '/home/u')).toBe(expected);
  });

  it('holds a key that only its owner can read', () => {
    const key = userKey();
    expect(key).toHaveLength(32);
    expect([statSync(state).mode & 0o777, statSync(join(state, 'key')).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(readdirSync(state)).toEqual(['key']);
    expect(userKey()).toEqual(key);
  });

  it.each([
    ['others could read', (path: string) => chmodSync(path, 0o644)],
    ['was cut off', (path: string) => writeFileSync(path, 'abc')],
  ])('does not use a key that %s', (_, spoil) => {
    const folder = join(state, 'spoilt');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'key'), `${'ab'.repeat(32)}\n`, { mode: 0o600 });
    spoil(join(folder, 'key'));
    expect(userKey(folder)).not.toEqual(Buffer.from('ab'.repeat(32), 'hex'));
    expect(readFileSync(join(folder, 'key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  });
});

describe('a seal', () => {
  it('fits what was sealed, and nothing else', () => {
    const folder = temporaryFolder();
    const seal = sealOf(sealed(folder)) ?? '';
    expect(seal).toMatch(/^[0-9a-f]{64}$/);
    expect(fits(seal, sealed(folder))).toBe(true);
    for (const change of [{ kind: 'other' }, { parts: ['id', 'changed'] }, { parts: ['idtext'] }])
      expect(fits(seal, sealed(folder, change))).toBe(false);
    for (const other of ['', 'é'.repeat(64), seal.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))])
      expect(fits(other, sealed(folder))).toBe(false);
  });

  it('does not fit a copy, but the same folder by another name', () => {
    const folder = temporaryFolder();
    const there = temporaryFolder();
    const seal = sealOf(sealed(folder)) ?? '';
    cpSync(folder, join(there, 'copy'), { recursive: true });
    symlinkSync(folder, join(there, 'link'));
    expect(fits(seal, sealed(join(there, 'copy')))).toBe(false);
    expect(fits(seal, sealed(join(there, 'link')))).toBe(true);
  });

  it("does not fit with another user's key", () => {
    const folder = temporaryFolder();
    const seal = sealOf(sealed(folder)) ?? '';
    vi.stubEnv('TRIMTAB_STATE', join(state, 'another'));
    expect(fits(seal, sealed(folder))).toBe(false);
  });

  it('cannot be made where no key can be kept', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    vi.stubEnv('TRIMTAB_STATE', join(folder, 'file', 'state'));
    expect(sealOf(sealed(folder))).toBeUndefined();
    expect(fits('', sealed(folder))).toBe(false);
    rmSync(join(folder, 'file'));
  });
});
