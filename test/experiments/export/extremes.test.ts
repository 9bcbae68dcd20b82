/** Experiments of profiles as CUBE files: with the shortest and longest calls, which their results do not keep. */
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyzeProfile } from '../../../src/analysis/profile/index.js';
import { cubeOf, ExperimentStore } from '../../../src/experiments/index.js';
import { readCube, toSpace } from '../../../src/formats/cube/index.js';
import { spaceDefinitions } from '../../../src/model/definitions.js';
import type { ApartMetric } from '../../../src/model/profile.js';
import { callPathValues } from '../../../src/model/profileValues.js';
import { bytesOf, sampleDefinitions, sampleSpace } from '../../formats/cube/support.js';
import { temporaryFolder } from '../support.js';

const extreme = (name: string, combine: 'min' | 'max', value: number): ApartMetric => ({
  definition: { name, title: name, unit: 'seconds', description: '' },
  combine,
  values: callPathValues({ callPath: [2], location: [3], value: [value] }, 4, 4),
});
const APART = [extreme('min_time', 'min', 0.1), extreme('max_time', 'max', 0.7)];

/** An experiment whose profile lies in its folder. */
function measured() {
  const store = new ExperimentStore(temporaryFolder());
  const recorder = store.create({ program: 'x', target: 'local' });
  const path = join(recorder.folder, 'trace', 'profile.cubex');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytesOf(sampleSpace(), sampleDefinitions(), { apart: APART }));
  const profile = toSpace(readCube(bytesOf(sampleSpace(), sampleDefinitions(), { apart: APART }), 'x'));
  const { report, space } = analyzeProfile(profile, 'x');
  recorder.update({ trace: { kind: 'kept', path: 'trace/profile.cubex' } });
  recorder.storeResults(report, { ...space, definitions: spaceDefinitions(profile.definitions) });
  recorder.finish('complete');
  const exported = () => toSpace(readCube(Buffer.concat([...cubeOf(store.get(recorder.id))]), 'y'));
  return { path, profile, exported };
}

describe('a CUBE file of an experiment', () => {
  it('has the shortest and longest calls of the profile that lies in its folder', () => {
    const { profile, exported } = measured();
    expect(exported().extremes).toEqual({ shortest: new Map([[2, 0.1]]), longest: new Map([[2, 0.7]]) });
    expect(exported().apart?.map(({ values }) => values)).toEqual(profile.apart?.map(({ values }) => values));
  });

  it('is written without them where the profile is gone, cannot be read, or is another one', () => {
    const { path, profile, exported } = measured();
    const hasTimes = () => {
      const { space, apart } = exported();
      expect(space.severities.get('time')).toEqual(profile.space.severities.get('time'));
      return apart !== undefined;
    };
    const other = sampleSpace();
    other.callTree.region[3] = 1;
    writeFileSync(path, bytesOf(other, sampleDefinitions(), { apart: APART }));
    expect(hasTimes()).toBe(false);
    writeFileSync(path, 'no profile');
    expect(hasTimes()).toBe(false);
    rmSync(path);
    expect(hasTimes()).toBe(false);
    appendFileSync(path, bytesOf(sampleSpace(), sampleDefinitions(), { apart: APART }));
    expect(hasTimes()).toBe(true);
  });
});
