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
      name: 'cluster',
      kind: 'slurm',
      host: 'login',
      workFolder: '~/trimtab',
      partition: 'long',
    });
    expect(after.startsWith(text)).toBe(true);
    const [target] = parseConfiguration(after, '/p/trimtab.yaml').targets;
    expect(target).toMatchObject({ name: 'cluster', kind: 'slurm', scheduler: { partition: 'long' } });
    expect(target).toMatchObject({ connection: { host: 'login', workFolder: '~/trimtab' } });
  });

  it('adds to the targets that are there', () => {
    const one = withTarget(text, { name: 'cluster', kind: 'slurm', host: 'login' });
    const two = withTarget(`${one}    # as short as it gets\n`, { name: 'box', kind: 'ssh', host: 'me@box' });
    expect(two).toContain('# the solver');
    expect(two).toContain('# as short as it gets');
    expect(parseConfiguration(two, '/p/trimtab.yaml').targets.map(({ name }) => name)).toEqual(['cluster', 'box']);
  });

  it('needs no host on a login node', () => {
    const after = withTarget(text, { name: 'here', kind: 'slurm', workFolder: '~/trimtab' });
    expect(parseConfiguration(after, '/p/trimtab.yaml').targets).toMatchObject([
      { kind: 'slurm', connection: undefined },
    ]);
  });

  it('refuses a name twice, and what is no configuration', () => {
    const once = withTarget(text, { name: 'a', kind: 'ssh', host: 'a' });
    expect(() => withTarget(once, { name: 'a', kind: 'ssh', host: 'b' })).toThrow(/already/);
    expect(() => withTarget('- [', { name: 'a', kind: 'ssh', host: 'b' })).toThrow(/not valid YAML/);
  });
});
