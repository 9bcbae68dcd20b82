import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { createTarget } from '../../src/targets/create.js';
import { findTarget, parseTargets } from '../../src/targets/description.js';
import { targetFacts } from '../../src/workflows/provenance/facts.js';
import { redactedScript, selectedEnvironment } from '../../src/workflows/provenance/provenance.js';
import { describeSystem, loadedModules } from '../../src/workflows/provenance/system.js';

describe('selectedEnvironment', () => {
  it.each([
    ['a token of a code host', `ghp_${'a1'.repeat(18)}`],
    ['a web address with a password', 'https://me:hunter2@example.org/data'],
    ['a signed token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl'],
    ['a key', '-----BEGIN OPENSSH PRIVATE KEY-----\nabc'],
  ])('redacts %s whatever the variable is called', (_, value) => {
    expect(selectedEnvironment({ SOLVER_INPUT: value }, ['SOLVER_INPUT'])).toEqual({ SOLVER_INPUT: '(redacted)' });
  });

  it('redacts by name and by list, and keeps what steers a run', () => {
    const environment = { OMP_NUM_THREADS: '4', OMPI_SECRET: 'x', SITE_LICENSE: 'abc', PATH: '/bin', INPUT: '~/a.nml' };
    expect(selectedEnvironment(environment, ['SITE_LICENSE', 'INPUT'], '/home/u', ['SITE_LICENSE'])).toEqual({
      INPUT: '~/a.nml',
      OMPI_SECRET: '(redacted)',
      OMP_NUM_THREADS: '4',
      SITE_LICENSE: '(redacted)',
    });
  });
});

it('scripts lose their secrets and nothing else', () => {
  const script =
    "#!/bin/sh\nexport OMP_NUM_THREADS='4'\nexport API_TOKEN='a\nb'\\''c'\nURL=https://u:p@example.org/x\nrun x=1\n";
  expect(redactedScript(script)).toBe(
    "#!/bin/sh\nexport OMP_NUM_THREADS='4'\nexport API_TOKEN='(redacted)'\nURL='(redacted)'\nrun x=1\n",
  );
});

it.each([
  ['export A=1; export API_TOKEN=abc; module load x', "export A=1; export API_TOKEN='(redacted)'; module load x"],
  ['export OMP_NUM_THREADS=4 DB_PASSWORD=abc\n', "export OMP_NUM_THREADS=4 DB_PASSWORD='(redacted)'\n"],
  ['A_KEY="a b; c" run && B_KEY=\'d e\' run', "A_KEY='(redacted)' run && B_KEY='(redacted)' run"],
  ['export KEY=a"b c"\'d e\'f\\ g; next', "export KEY='(redacted)'; next"],
  ['export TOKEN=$(cat ~/token file); go', "export TOKEN='(redacted)'; go"],
  ['(SECRET=a; run)', "(SECRET='(redacted)'; run)"],
  ['setenv MY_TOKEN abc; run', "setenv MY_TOKEN '(redacted)'; run"],
  ['curl https://u:p@example.org/x', 'curl (redacted)example.org/x'],
  ['module load gcc; export OMP_PLACES=cores; x=1 y=2', 'module load gcc; export OMP_PLACES=cores; x=1 y=2'],
])('of several commands on a line only secrets go: %s', (script, shown) => {
  expect(redactedScript(script)).toBe(shown);
});

describe('describeSystem', () => {
  const answers: Record<string, string> = {
    lscpu: 'Architecture:        x86_64\nModel name:          AMD EPYC 7742\nCPU(s):  128\nFlags: fpu vme\n',
    cat: 'MemTotal:       263856516 kB\nMemFree: 1 kB\n',
    uname: 'Linux 5.14.0\n',
    sinfo: 'slurm 22.05.8\n',
  };

  it('keeps what explains speed, modules in their order, and the scheduler', async () => {
    const facts = await describeSystem((argv) => Promise.resolve(answers[elementAt(argv, 0)]), {
      LOADEDMODULES: 'gcc/12.2:openmpi/4.1',
    });
    expect(facts).toEqual({
      system: {
        facts: {
          Architecture: 'x86_64',
          'Model name': 'AMD EPYC 7742',
          'CPU(s)': '128',
          Memory: '263856516 kB',
          'Operating system': 'Linux 5.14.0',
        },
      },
      modules: ['gcc/12.2', 'openmpi/4.1'],
      scheduler: { command: 'sinfo', version: 'slurm 22.05.8' },
    });
  });

  it('omits properties that a machine does not provide', async () => {
    expect(await describeSystem(() => Promise.resolve(undefined), {})).toEqual({});
    expect(loadedModules({})).toEqual([]);
  });
});

describe('targetFacts', () => {
  const described = (kind: string) =>
    parseTargets({ there: { kind, setup: 'module load mpi\nexport TOKEN=hunter2', limits: { ranks: 8 } } });
  const recorded = { setup: "module load mpi\nexport TOKEN='(redacted)'", limits: { ranks: 8 } };

  it.each([
    ['local', recorded],
    ['slurm', { ...recorded, scheduler: { options: [] } }],
  ])('keep a target of kind %s as it was described, in the settings too', (kind, expected) => {
    for (const lists of [
      [described(kind), []],
      [[], described(kind)],
    ])
      expect(targetFacts(createTarget(findTarget('there', ...lists)))).toEqual({
        targetConfiguration: { kind, ...expected },
      });
  });

  it('keep nothing of this machine if it was not described', () => {
    expect(targetFacts(createTarget(findTarget('local')))).toEqual({});
  });
});
