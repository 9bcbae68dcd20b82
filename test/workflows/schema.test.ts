/** The schema that editors use agrees with the authoritative check. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { loadConfiguration, parseConfiguration } from '../../src/workflows/index.js';

const ROOT = resolve(import.meta.dirname, '../..');
const object = v.looseObject({
  required: v.optional(v.array(v.string()), []),
  properties: v.record(v.string(), v.looseObject({})),
});
const schema = v.parse(object, JSON.parse(readFileSync(join(ROOT, 'schemas/trimtab.schema.json'), 'utf8')));

/** A value for every key that the schema knows. */
const values: Record<string, unknown> = {
  version: 1,
  program: 'heat',
  target: 'cluster',
  targets: {
    cluster: {
      kind: 'slurm',
      host: 'login',
      sshConfig: '/c',
      workFolder: '~/w',
      transfer: 'auto',
      setup: ['module load x'],
      environment: { A: 1 },
      launcher: 'srun',
      limits: { ranks: 8, time: 60, jobs: 2 },
      pathMap: { '/there': '/here' },
      scheduler: {
        partition: 'p',
        account: 'a',
        qos: 'q',
        time: '1:00:00',
        nodes: 2,
        tasksPerNode: 4,
        threadsPerRank: 2,
        requeue: false,
        options: ['--exclusive'],
      },
    },
  },
  ranks: 4,
  build: { folder: '.', command: ['make'] },
  run: { folder: '.', command: ['./heat'], input: 'in.txt' },
  sources: ['*.c'],
  pathMap: { '/there': 'here' },
  environment: { A: '1' },
  selection: { file: 'select.tau', files: [], functions: [], groups: {} },
  groups: { IO: false },
  measure: {
    // Distinguished below: with another system than the probe, most of the others make no sense.
    with: undefined,
    mode: 'profile',
    functions: true,
    hooks: 'sleds',
    budget: 5,
    inlineFunctions: false,
    leaveOut: { functions: ['tiny'], files: ['vendor/'] },
    openmp: true,
    limits: { process: '2 GB', buffer: 65536 },
    io: true,
    sampling: 1000,
    counters: ['task-clock'],
    memory: true,
    threads: true,
    phase: 'time_step',
    iterations: '100-110',
    live: 'tcp',
    clocks: 'hosts',
  },
  timeouts: { build: 1, run: 1 },
};

describe('schemas/trimtab.schema.json', () => {
  it('knows the keys that are accepted', () => {
    expect(Object.keys(schema.properties).sort()).toEqual(Object.keys(values).sort());
    expect(parseConfiguration(JSON.stringify(values), '/p/trimtab.yaml').program).toBe('heat');
    for (const key of ['build', 'run', 'timeouts', 'measure']) {
      const inner = v.parse(object, schema.properties[key]);
      expect(Object.keys(inner.properties).sort()).toEqual(Object.keys(values[key] as object).sort());
    }
  });

  it('knows the keys of targets', () => {
    const definitions = v.parse(v.looseObject({ definitions: v.record(v.string(), v.looseObject({})) }), schema);
    const target = v.parse(object, definitions.definitions.target);
    const entry = v.parse(
      v.object({ cluster: v.looseObject({ scheduler: v.looseObject({}), limits: v.looseObject({}) }) }),
      values.targets,
    );
    expect(Object.keys(target.properties).sort()).toEqual(Object.keys(entry.cluster).sort());
    for (const key of ['scheduler', 'limits'] as const)
      expect(Object.keys(v.parse(object, target.properties[key]).properties).sort()).toEqual(
        Object.keys(entry.cluster[key]).sort(),
      );
  });

  it.each(Object.keys(values))('agrees whether %s must be there', (key) => {
    const rest = Object.fromEntries(Object.entries(values).filter(([name]) => name !== key));
    const attempt = () => parseConfiguration(JSON.stringify(rest), '/p/trimtab.yaml');
    if (schema.required.includes(key)) expect(attempt).toThrow(`"${key}" is missing`);
    else expect(attempt).not.toThrow();
  });
});

describe('the configurations of the examples', () => {
  const examples = readdirSync(join(ROOT, 'examples'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  it.each(examples.map(({ name }) => name))('%s', (name) => {
    expect(loadConfiguration(join(ROOT, 'examples', name, 'trimtab.yaml')).build?.commands[0]).toContain('make');
  });
});
