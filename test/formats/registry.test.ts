import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/index.js';
import {
  formatOf,
  holdsMeasurement,
  measurementAt,
  openAsTrace,
  openMeasurement,
  programOf,
} from '../../src/formats/registry.js';
import { tarHeader } from '../../src/base/tar/header.js';
import { bytesOf, sampleDefinitions, sampleSpace } from './cube/support.js';

const ANCHOR = join('examples', 'heat2d-mpi', 'recorded', 'traces.otf2');

let folder: string;
beforeEach(() => (folder = realpathSync(mkdtempSync(join(tmpdir(), 'trimtab-formats-')))));
afterEach(() => rmSync(folder, { recursive: true }));

function profileAt(...names: string[]): string {
  const path = join(folder, ...names);
  writeFileSync(path, bytesOf(sampleSpace(), sampleDefinitions()));
  return path;
}

describe('formats', () => {
  it('are recognized by what a file holds, whatever it is called', () => {
    expect(formatOf(profileAt('result'))?.title).toBe('CUBE profile');
    expect(formatOf(profileAt('wrong.otf2'))?.title).toBe('CUBE profile');
    const moved = join(folder, 'wrong.cubex');
    copyFileSync(ANCHOR, moved);
    expect(formatOf(moved)?.title).toBe('OTF2 trace');
  });

  it('are recognized by name if the beginning is ambiguous, so that the right reader reports damage', () => {
    const path = join(folder, 'cut.cubex');
    writeFileSync(path, '');
    expect(formatOf(path)?.title).toBe('CUBE profile');
    expect(() => openMeasurement(path)).toThrow(/cut\.cubex .*CUBE 4 file/);
  });

  it('are not seen in other files, tar archives among them', () => {
    const path = join(folder, 'backup.tar');
    writeFileSync(path, Buffer.concat([tarHeader('src/main.c', 3), Buffer.alloc(1024)]));
    expect(formatOf(path)).toBeUndefined();
    expect(() => openMeasurement(path)).toThrow(
      /backup\.tar is no OTF2 trace \(\*\.otf2\), CUBE profile \(\*\.cubex\), .* or folded stacks/,
    );
    for (const { recognizes } of formats) {
      expect(recognizes(new Uint8Array(0))).toBe(false);
      expect(recognizes(new Uint8Array(512).fill(0xff))).toBe(false);
    }
  });

  it('have distinct extensions', () => {
    const endings = formats.flatMap(({ extensions, offered = [] }) => [...extensions, ...offered]);
    expect(new Set(endings).size).toBe(endings.length);
  });
});

describe('a folder', () => {
  it('represents the only measurement in it, a trace before the profile of the same run', () => {
    expect(holdsMeasurement(folder)).toBe(false);
    expect(() => measurementAt(folder)).toThrow(/holds no OTF2 trace/);
    const profile = profileAt('profile.cubex');
    expect(measurementAt(folder)).toBe(profile);
    const trace = join(folder, 'traces.otf2');
    copyFileSync(ANCHOR, trace);
    expect(measurementAt(folder)).toBe(trace);
    copyFileSync(ANCHOR, join(folder, 'other.otf2'));
    expect(() => measurementAt(folder)).toThrow(/holds several measurements \(.*\.otf2, .*\.otf2\); choose one/);
    expect(holdsMeasurement(folder)).toBe(true);
  });
});

describe('a measurement', () => {
  it('is opened as what it is, and a profile not as a trace', () => {
    const profile = profileAt('profile.cubex');
    expect(openMeasurement(profile).kind).toBe('profile');
    expect(openMeasurement(ANCHOR).kind).toBe('trace');
    expect(() => openAsTrace(profile)).toThrow(/is a profile: .* Omit --distributed/);
  });

  it('gives its program a name', () => {
    mkdirSync(join(folder, 'heat', 'scorep-2024', 'profiles'), { recursive: true });
    expect(programOf('/data/heat/scorep-2024/traces.otf2')).toBe('heat');
    expect(programOf('/data/heat/scorep_8x4_sum/profile.cubex')).toBe('heat');
    expect(programOf('/data/heat/lulesh.cubex')).toBe('lulesh');
    expect(programOf('/data/heat/run.7.otf2')).toBe('run.7');
    expect(programOf('/data/heat/MULTI__TIME/profile.0.0.0')).toBe('heat');
    expect(programOf('/data/heat/toci.4-0.ompp.txt')).toBe('toci.4-0');
  });
});
