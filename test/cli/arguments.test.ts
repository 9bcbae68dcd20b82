import { describe, expect, it } from 'vitest';
import { parseRequest, UsageError } from '../../src/cli/arguments.js';

const words = (line: string): string[] => line.split(' ').filter((word) => word !== '');

describe('the command line', () => {
  it.each([
    ['', { command: 'help' }],
    ['--help', { command: 'help' }],
    ['run -h', { command: 'help', about: 'run' }],
    ['help workflow', { command: 'help', about: 'workflow' }],
    ['experiments compare --accept x --help', { command: 'help', about: 'experiments' }],
    ['--version', { command: 'version' }],
    ['analyze x', { command: 'analyze', correctClocks: true, path: 'x', format: 'table' }],
    ['analyze x --json', { command: 'analyze', correctClocks: true, path: 'x', format: 'json' }],
    ['--tsv analyze x', { command: 'analyze', correctClocks: true, path: 'x', format: 'tsv' }],
    ['analyze x --compensate', { command: 'analyze', correctClocks: true, path: 'x', format: 'table', compensate: {} }],
    [
      'analyze x --compensate --cost 250',
      { command: 'analyze', correctClocks: true, path: 'x', format: 'table', compensate: { cost: 250e-9 } },
    ],
    ['analyze x --no-clock-correction', { command: 'analyze', correctClocks: false, path: 'x', format: 'table' }],
    [
      'analyze x --distributed 8 --exchange /scratch',
      { command: 'analyze', correctClocks: true, path: 'x', format: 'table', distributed: 8, exchange: '/scratch' },
    ],
    ['task read /scratch 3', { command: 'task', step: 'read', exchange: '/scratch', part: 3 }],
    ['task reduce /scratch', { command: 'task', step: 'reduce', exchange: '/scratch' }],
    [
      'analyze x --cubex y.cubex',
      { command: 'analyze', correctClocks: true, path: 'x', format: 'table', cubex: 'y.cubex' },
    ],
    ['run --cubex y --json', { command: 'run', path: '.', format: 'json', cubex: 'y' }],
    ['run', { command: 'run', path: '.', format: 'table' }],
    ['forecast', { command: 'forecast', json: false }],
    ['forecast 2026 --json', { command: 'forecast', experiment: '2026', json: true }],
    ['run --profile', { command: 'run', path: '.', format: 'table', mode: 'profile' }],
    ['run p --trace', { command: 'run', path: 'p', format: 'table', mode: 'trace' }],
    [
      'run --profile --no-build ./prog --trace',
      {
        command: 'run',
        path: '.',
        format: 'table',
        mode: 'profile',
        unbuilt: { argv: ['./prog', '--trace'], ranks: undefined },
      },
    ],
    [
      'run --json --ranks 8 --no-build ./prog -s 20 --help',
      {
        command: 'run',
        path: '.',
        format: 'json',
        unbuilt: { argv: ['./prog', '-s', '20', '--help'], ranks: 8 },
      },
    ],
    [
      'run --no-build --metrics --cubex y --ranks 8 -- ./prog -s 20 --json',
      {
        command: 'run',
        path: '.',
        format: 'metrics',
        cubex: 'y',
        unbuilt: { argv: ['./prog', '-s', '20', '--json'], ranks: 8 },
      },
    ],
    [
      'exec -n 4 ./prog -n 5',
      { command: 'run', path: '.', format: 'table', unbuilt: { argv: ['./prog', '-n', '5'], ranks: 4 } },
    ],
    [
      'exec --profile --target big mpirun -n 2 ./prog',
      {
        command: 'run',
        path: '.',
        format: 'table',
        mode: 'profile',
        target: 'big',
        unbuilt: { argv: ['mpirun', '-n', '2', './prog'], ranks: undefined },
      },
    ],
    ['exec --help', { command: 'help', about: 'exec' }],
    ['run --no-build --help', { command: 'help', about: 'run' }],
    ['run --input in.txt src', { command: 'run', path: 'src', format: 'table', choices: { input: 'in.txt' } }],
    [
      'run --metrics --no-build --ranks=2 ./prog',
      { command: 'run', path: '.', format: 'metrics', unbuilt: { argv: ['./prog'], ranks: 2 } },
    ],
    ['run examples/heat2d-mpi --json', { command: 'run', path: 'examples/heat2d-mpi', format: 'json' }],
    ['experiments', { command: 'list', project: '.', format: 'table' }],
    ['experiments list --project p', { command: 'list', project: 'p', format: 'table' }],
    ['experiments show latest', { command: 'show', project: '.', format: 'table', id: 'latest' }],
    ['experiments delete a b', { command: 'delete', project: '.', ids: ['a', 'b'] }],
  ])('understands "%s"', (line, request) => expect(parseRequest(words(line))).toEqual(request));

  it.each([
    ['analyze-it', /is no command of trimtab/],
    ['analyze', /needs a trace or profile/],
    ['analyze a b', /does not take "b"/],
    ['analyze a --json --tsv', /exclude each other/],
    ['analyze a --distributed 0', /needs a number of tasks/],
    ['analyze a --exchange b', /belongs to --distributed/],
    ['run --distributed 2', /belong to "trimtab analyze"/],
    ['task read /scratch', /is started by/],
    ['analyze a --xml', /--xml/],
    ['run --no-clock-correction', /belongs to "trimtab analyze"/],
    ['run --compensate', /belong to "trimtab analyze"/],
    ['analyze x --cost 100', /--cost belongs to --compensate/],
    ['analyze x --compensate --cost much', /nanoseconds that recording a call costs/],
    ['exec', /exec needs a program: trimtab exec/],
    ['exec --build make ./prog', /not for exec/],
    ['run --no-build --metrics', /needs a program/],
    ['run --no-build --cubex', /--cubex/],
    ['run --no-build -s ./prog', /-s/],
    ['analyze a --project p', /belongs to "trimtab experiments"/],
    ['experiments list --cubex y', /export --to cube/],
    ['experiments drop', /is no action of experiments/],
    ['experiments show', /needs the identifier/],
    ['experiments delete', /needs identifiers/],
    ['experiments list --tsv', /has no --tsv/],
  ])('refuses "%s"', (line, reason) => {
    expect(() => parseRequest(words(line))).toThrow(UsageError);
    expect(() => parseRequest(words(line))).toThrow(reason);
  });
});
