import { describe, expect, it } from 'vitest';
import { parseConfiguration } from '../../src/workflows/configuration/configuration.js';
import { withTarget } from '../../src/workflows/configuration/targetText.js';

const text = `# How it is measured.
version: 1
program: heat2d # the solver
ranks: 4
run:
  command: [ mpirun, -n, "{ranks}", ./heat2d ]
`;

describe('adding a target', () => {
  it('leaves every line as it was', () => {
    const after = withTarget(text, {
      kind: 'slurm',
      answers: { name: 'cluster', host: 'login', workFolder: '~/trimtab', 'scheduler.partition': 'long' },
    });
    expect(after.startsWith(text)).toBe(true);
    const [target] = parseConfiguration(after, '/p/trimtab.yaml').targets;
    expect(target).toMatchObject({ name: 'cluster', kind: 'slurm', scheduler: { partition: 'long' } });
    expect(target).toMatchObject({ connection: { host: 'login', workFolder: '~/trimtab' } });
  });

  it('adds to the existing targets', () => {
    const one = withTarget(text, { kind: 'slurm', answers: { name: 'cluster', host: 'login' } });
    const two = withTarget(`${one}    # as short as it gets\n`, {
      kind: 'ssh',
      answers: { name: 'box', host: 'me@box' },
    });
    expect(two).toContain('# the solver');
    expect(two).toContain('# as short as it gets');
    expect(parseConfiguration(two, '/p/trimtab.yaml').targets.map(({ name }) => name)).toEqual(['cluster', 'box']);
  });

  it('needs no host on a login node', () => {
    const after = withTarget(text, { kind: 'slurm', answers: { name: 'here' } });
    expect(parseConfiguration(after, '/p/trimtab.yaml').targets).toMatchObject([
      { kind: 'slurm', connection: undefined },
    ]);
  });

  it('refuses a name twice, and what is no configuration', () => {
    const once = withTarget(text, { kind: 'ssh', answers: { name: 'a', host: 'a' } });
    expect(() => withTarget(once, { kind: 'ssh', answers: { name: 'a', host: 'b' } })).toThrow(/already/);
    expect(() => withTarget(text, { kind: 'ssh', answers: { name: 'a', host: '-o' } })).toThrow(/host as ssh takes it/);
    expect(() => withTarget(text, { kind: 'ssh', answers: { name: 'a', host: 'a', '__proto__.x': 'b' } })).toThrow(
      /not known/,
    );
    expect(() => withTarget('- [', { kind: 'ssh', answers: { name: 'a', host: 'b' } })).toThrow(/not valid YAML/);
  });
});
