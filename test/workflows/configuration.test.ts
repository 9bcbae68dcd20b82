import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TrimtabError } from '../../src/base/problem.js';
import {
  findConfiguration,
  loadConfiguration,
  parseConfiguration,
} from '../../src/workflows/configuration/configuration.js';
import { configurationText } from '../../src/workflows/configuration/configurationText.js';
import { temporaryFolder } from '../experiments/support.js';

const MINIMAL = 'version: 1\nprogram: heat\nranks: 4\nrun:\n  command: [mpirun, -n, "{ranks}", ./heat]\n';

describe('parseConfiguration', () => {
  it('fills in defaults of omitted entries', () => {
    expect(parseConfiguration(MINIMAL, '/p/trimtab.yaml')).toMatchObject({
      project: '/p',
      program: 'heat',
      target: 'local',
      ranks: 4,
      build: undefined,
      run: { folder: '/p', commands: [['mpirun', '-n', '4', './heat']] },
      environment: {},
      timeouts: { build: 1800, run: 3600 },
    });
  });

  it('takes folders relative to the file, one command or several, and values that are no texts', () => {
    const text = `${MINIMAL}build:\n  folder: src\n  command:\n    - [cmake, -B, b]\n    - [make, -j, 2]\nenvironment: { OMP_NUM_THREADS: 2, FLAG: true }\n`;
    expect(parseConfiguration(text, '/p/trimtab.yaml')).toMatchObject({
      build: {
        folder: '/p/src',
        commands: [
          ['cmake', '-B', 'b'],
          ['make', '-j', '2'],
        ],
      },
      environment: { OMP_NUM_THREADS: '2', FLAG: 'true' },
    });
    expect(parseConfiguration(MINIMAL.replace('"{ranks}"', '{ranks}'), '/p/t.yaml').run.commands).toEqual([
      ['mpirun', '-n', '4', './heat'],
    ]);
    expect(parseConfiguration(`${MINIMAL}build:\n  command: [make]\n`, '/p/t.yaml').build?.commands).toEqual([
      ['make'],
    ]);
  });

  it('takes a file for standard input only from the folder of the configuration', () => {
    expect(parseConfiguration(`${MINIMAL}  input: in/small.txt\n`, '/p/trimtab.yaml').run.input).toBe(
      '/p/in/small.txt',
    );
    for (const path of ['/etc/passwd', '../x', 'a/../../x', '..'])
      expect(() => parseConfiguration(`${MINIMAL}  input: ${path}\n`, '/p/trimtab.yaml')).toThrow(
        'line 6: "run.input" is not right: write the path of a file in the folder of trimtab.yaml',
      );
  });

  it.each([
    ['', 1, /not a configuration; write "version: 1"/],
    ['- 1\n', 1, /./],
    ['version: 1\nprogram: [\n', 3, /./],
    [MINIMAL.replace('version: 1', 'version: 2'), 1, /"version" is not right: write 1/],
    [MINIMAL.replace('ranks: 4', 'ranks: four'), 3, /"ranks" is not right: write a whole number such as 4/],
    [MINIMAL.replace('ranks: 4', 'ranks: 0'), 3, /"ranks" is not right: write 1 or more/],
    [MINIMAL.replace('ranks: 4', 'rank: 4'), 3, /"rank" is not known here/],
    [MINIMAL.replace('ranks: 4\n', ''), 1, /"ranks" is missing; write for example "ranks: 4"/],
    [
      MINIMAL.replace(/ {2}command.*/, '  command: mpirun -n 4 ./heat'),
      5,
      /"run.command" is not right: write the command as a list/,
    ],
    [`${MINIMAL}build:\n  command: make -B\n`, 7, /"build.command" is not right: write a list such as/],
    [`${MINIMAL}timeouts: { build: 0 }\n`, 6, /"timeouts.build" is not right: write at least 1 second/],
    [`${MINIMAL}target: -x\n`, 6, /"target" is not right: names of targets begin with a letter/],
    [`${MINIMAL}targets:\n  a:\n    kind: pbs\n`, 8, /"targets.a.kind" is not right: write local, ssh or slurm/],
    [`${MINIMAL}targets:\n  a: { kind: ssh, host: -oProxyCommand=x }\n`, 7, /write a host as ssh takes it/],
    [`${MINIMAL}targets:\n  a: { kind: slurm, shceduler: {} }\n`, 7, /"targets.a.shceduler" is not known here/],
  ])('refuses %j, naming line %i', (text, line, reason) => {
    const attempt = () => parseConfiguration(text, '/p/trimtab.yaml');
    expect(attempt).toThrow(TrimtabError);
    expect(attempt).toThrow(reason);
    expect(attempt).toThrow(new RegExp(`^/p/trimtab\\.yaml, line ${line}: `));
  });

  it('reads any text or refuses it with a sentence', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(MINIMAL.length), (noise, at) => {
        try {
          parseConfiguration(MINIMAL.slice(0, at) + noise + MINIMAL.slice(at), '/p/trimtab.yaml');
        } catch (error) {
          expect(error).toBeInstanceOf(TrimtabError);
        }
      }),
    );
  });
});

describe('configurationText', () => {
  const word = fc.string({ unit: 'binary', maxLength: 20 }).filter((value) => !/[\ud800-\udfff]/.test(value));
  const argv = fc.array(word, { minLength: 1, maxLength: 5 });

  it('reads back as what was put in, whatever the words are', () => {
    fc.assert(
      fc.property(
        fc.array(argv, { minLength: 1, maxLength: 3 }),
        argv,
        fc.integer({ min: 1, max: 99 }),
        (build, run, ranks) => {
          const text = configurationText({
            program: 'x: y',
            ranks,
            threads: ranks % 2 === 0 ? ranks : undefined,
            build: { comment: 'Builds.', commands: build },
            run,
            sources: ['**/*.{c,h}'],
          });
          const back = parseConfiguration(text, '/p/trimtab.yaml');
          expect(back).toMatchObject({ program: 'x: y', ranks, build: { commands: build }, sources: ['**/*.{c,h}'] });
          expect(back.run.commands).toEqual([run.map((part) => part.replaceAll('{ranks}', String(ranks)))]);
        },
      ),
    );
  });
});

describe('findConfiguration', () => {
  it('finds the nearest at or above a file or folder', () => {
    const project = temporaryFolder();
    mkdirSync(join(project, 'a', 'b'), { recursive: true });
    writeFileSync(join(project, 'trimtab.yaml'), MINIMAL);
    writeFileSync(join(project, 'a', 'trimtab.yaml'), MINIMAL);
    expect(findConfiguration(join(project, 'a', 'b', 'x.c'))).toBe(join(project, 'a', 'trimtab.yaml'));
    expect(findConfiguration(join(project, 'a', 'trimtab.yaml', 'x'))).toBe(join(project, 'a', 'trimtab.yaml'));
    expect(findConfiguration(project)).toBe(join(project, 'trimtab.yaml'));
    expect(findConfiguration(join(project, 'trimtab.yaml'))).toBe(join(project, 'trimtab.yaml'));
    expect(loadConfiguration(join(project, 'trimtab.yaml')).program).toBe('heat');
    expect(findConfiguration(temporaryFolder())).toBeUndefined();
  });

  it('reports an unreadable file', () => {
    expect(() => loadConfiguration('/nonexistent/trimtab.yaml')).toThrow(
      '/nonexistent/trimtab.yaml cannot be read: it does not exist.',
    );
  });
});
