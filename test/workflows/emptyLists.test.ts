/** An empty list where names with values belong: refused in trimtab.yaml, in the settings and in workflow files. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parseTargets } from '../../src/targets/description.js';
import { pathPairs } from '../../src/workflows/configuration/pathPairs.js';
import { parseConfiguration } from '../../src/workflows/index.js';
import { parseWorkflow } from '../../src/workflows/reading/parse.js';
import { namedValues, variables } from '../../src/workflows/language/words.js';

const local = (more: object): object => ({ here: { kind: 'local', ...more } });

describe('trimtab.yaml', () => {
  const least = { version: 1, program: 'heat', ranks: 2, run: { command: ['./heat'] } };
  const refusal = (more: object) => (): unknown =>
    parseConfiguration(JSON.stringify({ ...least, ...more }), '/p/t.yaml');

  it.each([
    ['environment', { environment: [] }, 'write names with values'],
    ['targets', { targets: [] }, 'write names with values'],
    ['targets.here.environment', { targets: local({ environment: [] }) }, 'write names with values'],
    ['targets.here.pathMap', { targets: local({ pathMap: [] }) }, 'write names with values'],
    ['targets.here.limits', { targets: local({ limits: [] }) }, 'write keys and values below it'],
    ['targets.c.scheduler', { targets: { c: { kind: 'slurm', scheduler: [] } } }, 'write keys and values below it'],
    ['pathMap', { pathMap: [] }, 'write pairs such as "/there/src: src"'],
    ['measure', { measure: [] }, 'write keys and values below it'],
    ['measure.leaveOut', { measure: { leaveOut: [] } }, 'write keys and values below it'],
    ['measure.limits', { measure: { limits: [] } }, 'write keys and values below it'],
    ['timeouts', { timeouts: [] }, 'write keys and values below it'],
    ['run', { run: [] }, 'write keys and values below it'],
    ['build', { build: [] }, 'write keys and values below it'],
  ])('%s', (key, more, advice) => {
    expect(refusal(more)).toThrow(`"${key}" is not right: ${advice}.`);
  });
});

describe('settings', () => {
  it.each([
    ['', []],
    [', here.environment', local({ environment: [] })],
    [', here.pathMap', local({ pathMap: [] })],
    [', here.limits', local({ limits: [] })],
  ])('trimtab.targets%s', (where, value) => {
    expect(() => parseTargets(value)).toThrow(`The setting trimtab.targets${where}: write names with values.`);
  });

  it('trimtab.pathMap', () => {
    expect(v.is(pathPairs, [])).toBe(false);
    expect(v.is(pathPairs, { '/there': 'here' })).toBe(true);
  });
});

describe('workflow files', () => {
  const build = { build: null };
  const said = (more: object): string[] =>
    parseWorkflow(JSON.stringify({ version: 1, name: 'Tune', steps: [build], ...more })).problems.map(
      ({ message }) => message,
    );

  it.each([
    ['inputs', { inputs: [] }, '"inputs" is not right: write names with values.'],
    ['arguments', { steps: [{ build: [] }] }, 'write names with values here.'],
    ['variables', { steps: [{ run: { environment: [] } }] }, '"environment" is not right: write names with values.'],
    ['a group', { steps: [{ matrix: [] }] }, 'write names with values here.'],
    ['values', { steps: [{ matrix: { over: [], steps: [build] } }] }, '"over" is not right: write names with values.'],
  ])('%s', (_, more, message) => {
    expect(said(more)).toEqual([message]);
  });

  it.each([
    ['variables', variables],
    ['values', namedValues],
  ])('%s that an expression made', (_, word) => {
    expect(v.is(word.filled, [])).toBe(false);
    expect(v.is(word.filled, ['a'])).toBe(false);
    expect(v.is(word.filled, { a: ['1'] })).toBe(true);
  });
});
