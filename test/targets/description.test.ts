import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { findTarget, parseTargets, withAbsolutePaths } from '../../src/targets/description.js';
import { launchCommand, withoutEnvironment, withoutLauncher } from '../../src/targets/launch.js';

const one = (entry: unknown) => elementAt(parseTargets({ t: entry }), 0);

describe('descriptions of targets', () => {
  it('are completed', () => {
    expect(
      one({
        kind: 'slurm',
        host: 'login',
        scheduler: { time: '1-02:03:04', partition: 'p' },
        setup: ['a', 'b'],
        pathMap: { '/there': '/here' },
      }),
    ).toEqual({
      name: 't',
      kind: 'slurm',
      connection: { host: 'login', sshConfig: undefined, workFolder: '~/trimtab', transfer: 'auto' },
      scheduler: { partition: 'p', options: [], timeLimit: 93784 },
      setup: 'a\nb',
      environment: {},
      launcher: undefined,
      limits: {},
      pathMap: [{ remote: '/there', local: '/here' }],
    });
    expect(one({ kind: 'slurm' })).toMatchObject({ connection: undefined });
    expect(one({ kind: 'ssh', host: 'user@[::1]', environment: { A: 1 } })).toMatchObject({ environment: { A: '1' } });
  });

  it('have an absolute ssh_config, wherever ssh is started', () => {
    const config = (sshConfig?: string) => {
      const target = withAbsolutePaths(
        one({ kind: 'ssh', host: 'h', ...(sshConfig === undefined ? {} : { sshConfig }) }),
        '/project',
      );
      return target.connection?.sshConfig;
    };
    expect([config('conf/ssh'), config('/etc/c'), config('~/c'), config()]).toEqual([
      '/project/conf/ssh',
      '/etc/c',
      join(homedir(), 'c'),
      undefined,
    ]);
  });

  it.each([
    [{ kind: 'ssh' }, /t\.host/],
    [{ kind: 'ssh', host: '-oProxyCommand=x' }, /host as ssh takes it/],
    [{ kind: 'ssh', host: 'a b' }, /host as ssh takes it/],
    [{ kind: 'ssh', host: 'h', workFolder: 'relative' }, /absolute path/],
    [{ kind: 'ssh', host: 'h', workFolder: '/a/../b' }, /without "\.\."/],
    [{ kind: 'ssh', host: 'h', workFolder: '~/' }, /a separate folder/],
    [{ kind: 'ssh', host: 'h', environment: { 'A;B': 'x' } }, /names of variables/],
    [{ kind: 'slurm', scheduler: { partition: '--wrap=x' } }, /name of a partition/],
    [{ kind: 'slurm', scheduler: { options: ['--wrap=rm'] } }, /that Trimtab sets itself/],
    [{ kind: 'slurm', scheduler: { options: ['-p x'] } }, /long options/],
    [{ kind: 'slurm', scheduler: { time: 'soon' } }, /time such as/],
    [{ kind: 'slurm', launcher: ['aprun'] }, /\{ranks\}/],
    [{ kind: 'local', host: 'h' }, /not known here/],
  ])('%j is refused', (entry, message) => {
    expect(() => one(entry)).toThrow(message);
  });

  it('are found by name, trimtab.yaml before the settings', () => {
    const file = elementAt(parseTargets({ a: { kind: 'local', environment: { FROM: 'file' } } }), 0);
    const settings = elementAt(parseTargets({ a: { kind: 'local' } }), 0);
    expect(findTarget('a', [file], [settings])).toBe(file);
    expect(findTarget('local')).toMatchObject({ kind: 'local' });
    expect(() => findTarget('b', [file])).toThrow(/no target "b".*one of: a, local/);
    expect(() => parseTargets({ '../x': { kind: 'local' } })).toThrow(/names of targets/);
  });
});

describe('launchers', () => {
  const resources = { ranks: 8 };
  it.each([
    [
      ['mpirun', '-n', '4', './a', '-n', '3'],
      ['./a', '-n', '3'],
    ],
    [['/opt/mpi/bin/mpiexec.hydra', '-genv', 'A', 'b', '-ppn', '2', './a'], ['./a']],
    [['mpirun.openmpi', '--mca', 'btl', 'self', '--oversubscribe', './a'], ['./a']],
    [['srun', '--ntasks=4', '--mpi=pmix', './a'], ['./a']],
    [
      ['./a', 'mpirun'],
      ['./a', 'mpirun'],
    ],
    [['mpirun'], ['mpirun']],
  ])('%j is the program %j', (argv, program) => {
    expect(withoutLauncher(argv)).toEqual(program);
  });

  it('take the place of the one in the command', () => {
    const argv = ['mpirun', '-n', '4', './a', 'x'];
    expect(launchCommand(undefined, argv, resources)).toBe(argv);
    expect(launchCommand('srun', argv, resources)).toEqual(['srun', '--ntasks=8', './a', 'x']);
    expect(launchCommand('mpirun', ['./a'], resources)).toEqual(['mpirun', '-n', '8', './a']);
    expect(launchCommand(['aprun', '-n{ranks}'], argv, resources)).toEqual(['aprun', '-n8', './a', 'x']);
  });
});

describe('the program behind env', () => {
  const words = (text: string): string => withoutEnvironment(text.split(' ')).join(' ');

  it('is found where env only sets variables', () => {
    expect(words('env A=1 B= ./prog C=2 -x')).toBe('./prog C=2 -x');
    expect(words('/usr/bin/env -i -u HOME --unset=X A=b=c prog')).toBe('prog');
    expect(words('./prog env A=1')).toBe('./prog env A=1');
  });

  it('is env itself where it does more, or starts nothing', () => {
    for (const text of ['env', 'env A=1', 'env -u', 'env -S a=1 prog', 'env --chdir=/ prog', ''])
      expect(words(text)).toBe(text);
  });
});
