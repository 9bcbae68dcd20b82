import { describe, expect, it } from 'vitest';
import { parseRequest } from '../../src/cli/arguments/parse.js';
import { UsageError } from '../../src/cli/arguments/usageError.js';

const parse = (line: string) =>
  parseRequest(
    line.split(' ').filter((word) => word !== ''),
    '1.2.3',
  );

describe('the command line', () => {
  it.each([
    ['analyze x', { command: 'analyze', correctClocks: true, path: 'x', format: 'table' }],
    ['analyze x --json', { command: 'analyze', correctClocks: true, path: 'x', format: 'json' }],
    ['analyse --tsv x', { command: 'analyze', correctClocks: true, path: 'x', format: 'tsv' }],
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
    [
      'run p -- -n 5 --json',
      { command: 'run', path: 'p', format: 'table', choices: { arguments: ['-n', '5', '--json'] } },
    ],
    ['run -n 4 --', { command: 'run', path: '.', format: 'table', choices: { ranks: 4, arguments: [] } }],
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
  ])('understands "%s"', (line, request) => expect(parse(line)).toEqual(request));

  it.each([
    ['analyze-it', '"trimtab" has no command "analyze-it". Did you mean analyze?'],
    ['frobnicate', '"trimtab" has no command "frobnicate".'],
    ['instrument frobnicate', '"trimtab instrument" has no command "frobnicate". Use explain, ranges, reduce.'],
    ['analyze', /^"trimtab analyze" needs <file\|folder>: a trace or profile/],
    ['analyze a b', '"trimtab analyze" does not take "b".'],
    ['analyze a --json --tsv', '--tsv and --json exclude each other.'],
    ['analyze a --metric x --compensate', '--metric and --compensate exclude each other.'],
    ['analyze a --distributed 0', '--distributed takes a number of tasks from 1 to 999999, not "0".'],
    ['analyze a --exchange b', '--exchange has an effect only with --distributed.'],
    ['run --distributed 2', '"trimtab run" has no option --distributed. It belongs to "trimtab analyze".'],
    ['run --ranks 0', '--ranks takes a number of MPI ranks from 1 to 999999, not "0".'],
    ['run --profile --trace', '--profile and --trace exclude each other.'],
    ['task read /scratch', /needs <part>/],
    ['analyze a --xml', '"trimtab analyze" has no option --xml.'],
    ['analyze a --jsn', '"trimtab analyze" has no option --jsn. Did you mean --json?'],
    ['--tsv analyze x', /^"trimtab" has no option --tsv\. It belongs to "trimtab run"/],
    ['analyze x --cost 100', '--cost has an effect only with --compensate.'],
    ['analyze x --compensate --cost much', /^--cost takes the nanoseconds that recording a call costs/],
    ['exec', '"trimtab exec" needs <program>: the program.'],
    ['exec --build make ./prog', '"trimtab exec" has no option --build. It belongs to "trimtab run".'],
    ['run --no-build --metrics', '"trimtab exec" needs <program>: the program.'],
    ['run --no-build --cubex', '"trimtab exec" needs a value for --cubex <file>.'],
    ['run --no-build -s ./prog', '"trimtab exec" has no option -s.'],
    ['analyze a --project p', /^"trimtab analyze" has no option --project\. It belongs to/],
    ['dynamics --beside a --series b', '--beside and --series exclude each other.'],
    ['iterations --missing never', '--missing takes zero, hold or linear, not "never".'],
    ['experiments drop', '"trimtab experiments" has no command "drop". Use list, show, compare, '],
    [
      'experiments show',
      '"trimtab experiments show" needs <id>: an experiment: its identifier, the beginning of it, or latest.',
    ],
    ['experiments delete', '"trimtab experiments delete" needs <id>: experiments.'],
    ['experiments list --tsv', /^"trimtab experiments list" has no option --tsv/],
    ['experiments export x', '"trimtab experiments export" needs --to <form>.'],
    ['asl', '"trimtab asl" needs a command: check, eval, explain, format.'],
    ['asl eval p', '"trimtab asl eval" needs --on <run>.'],
  ])('refuses "%s"', (line, reason) => {
    expect(() => parse(line)).toThrow(UsageError);
    expect(() => parse(line)).toThrow(reason);
  });

  it('names the command whose help explains an error', () => {
    for (const [line, command] of [
      ['frobnicate', 'trimtab'],
      ['analyze', 'trimtab analyze'],
      ['experiments show', 'trimtab experiments show'],
    ] as const)
      expect(() => parse(line)).toThrow(expect.objectContaining({ command }));
  });
});
