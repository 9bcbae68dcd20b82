import { spawnSync } from 'node:child_process';
import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lock } from '../../src/experiments/history/lock.js';
import { believeForeignOwners, claim, claimAlone, isOwned, release } from '../../src/experiments/index.js';
import { temporaryFolder } from './support.js';

const FILE = 'running.json';
const owned = (owner: object, ageInMinutes = 0): string => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, FILE), JSON.stringify(owner));
  const time = new Date(Date.now() - ageInMinutes * 60_000);
  utimesSync(join(folder, FILE), time, time);
  return folder;
};
const gone = (): number => spawnSync('true').pid;

describe('a claim', () => {
  it('is had by one only, until it is released', () => {
    const folder = temporaryFolder();
    expect([isOwned(folder), claimAlone(folder), claimAlone(folder), isOwned(folder)]).toEqual([
      false,
      true,
      false,
      true,
    ]);
    release(folder);
    expect([isOwned(folder), claimAlone(folder)]).toEqual([false, true]);
  });

  it('ends with its process, also when another one has its number by now', () => {
    for (const owner of [
      { host: hostname(), pid: gone() },
      { host: hostname(), pid: process.pid, start: '1' },
    ]) {
      const folder = owned(owner);
      expect(isOwned(folder)).toBe(false);
      expect(claimAlone(folder)).toBe(true);
    }
  });

  it('of another machine is believed while it is confirmed', () => {
    expect(claimAlone(owned({ host: 'elsewhere', pid: 1 }, 9))).toBe(false);
    expect(claimAlone(owned({ host: 'elsewhere', pid: 1 }, 11))).toBe(true);
  });

  it('of another machine is not believed when it is dated in the future, nor is a lock', async () => {
    for (const minutes of [5, 60 * 24 * 365]) {
      const folder = owned({ host: 'elsewhere', pid: 1 }, -minutes);
      expect(isOwned(folder)).toBe(false);
      expect(await lock(join(folder, FILE), 0)).toBeTypeOf('function');
    }
  });

  it('of another machine is not believed where nothing is trusted, one of this user is', () => {
    onTestFinished(() => believeForeignOwners(true));
    const mine = temporaryFolder();
    claim(mine);
    const foreign = owned({ host: 'elsewhere', pid: 1 });
    believeForeignOwners(false);
    expect([isOwned(foreign), isOwned(mine)]).toEqual([false, true]);
    believeForeignOwners(true);
    expect([isOwned(foreign), isOwned(mine)]).toEqual([true, true]);
  });

  it
    .skipIf(!existsSync('/proc/self/stat'))
    .each([{ pid: process.pid }, { pid: 1 }, { pid: 0 }, { pid: -1 }, { pid: 1.5 }, { pid: process.pid, start: 1 }])(
    'is not believed for a process that did not write it: %o',
    (owner) => {
      expect(isOwned(owned(owner, 1))).toBe(false);
      expect(isOwned(owned({ host: hostname(), ...owner }, 1))).toBe(false);
    },
  );

  it('whose file was cut off blocks others only briefly', () => {
    const cutOff = (age: number): string => {
      const folder = owned({}, age);
      writeFileSync(join(folder, FILE), '{"pid"');
      const time = new Date(Date.now() - age * 60_000);
      utimesSync(join(folder, FILE), time, time);
      return folder;
    };
    expect(claimAlone(cutOff(0))).toBe(false);
    expect(claimAlone(cutOff(1))).toBe(true);
    expect(claimAlone(cutOff(-60))).toBe(true);
  });

  it('is not ended by a process that has lost it', () => {
    const folder = temporaryFolder();
    claim(folder);
    writeFileSync(join(folder, FILE), JSON.stringify({ host: 'elsewhere', pid: 1 }));
    release(folder);
    expect(existsSync(join(folder, FILE))).toBe(true);
  });
});
