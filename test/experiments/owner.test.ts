import { spawnSync } from 'node:child_process';
import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claim, claimAlone, isOwned, release } from '../../src/experiments/index.js';
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

  it('of another machine is believed as long as it is confirmed', () => {
    expect(claimAlone(owned({ host: 'elsewhere', pid: 1 }, 9))).toBe(false);
    expect(claimAlone(owned({ host: 'elsewhere', pid: 1 }, 11))).toBe(true);
  });

  it('whose file was cut off holds nobody up for long', () => {
    const cutOff = (age: number): string => {
      const folder = owned({}, age);
      writeFileSync(join(folder, FILE), '{"pid"');
      const time = new Date(Date.now() - age * 60_000);
      utimesSync(join(folder, FILE), time, time);
      return folder;
    };
    expect(claimAlone(cutOff(0))).toBe(false);
    expect(claimAlone(cutOff(1))).toBe(true);
  });

  it('is not ended by a process that has lost it', () => {
    const folder = temporaryFolder();
    claim(folder);
    writeFileSync(join(folder, FILE), JSON.stringify({ host: 'elsewhere', pid: 1 }));
    release(folder);
    expect(existsSync(join(folder, FILE))).toBe(true);
  });
});
