/** The Makefile of the probe and the build scripts, which need no make, compile and link the same sources with the same options. */
import { execa } from 'execa';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fresh, mpis, wrapper } from './support.js';

const Commands = v.array(v.object({ file: v.string(), command: v.string() }));

const probe = dirname(wrapper);
const isHere = async (program: string): Promise<boolean> =>
  (await execa(program, ['--version'], { reject: false })).exitCode === 0;
const hasMake = (await isHere('make')) && (await isHere('cc'));
if (!hasMake) console.warn('make or cc is not installed: the Makefile of the probe is not compared with the scripts.');

interface Recorder {
  readonly compiler: string;
  /** Folder and arguments of each call. */
  readonly calls: () => string[][];
}

/** A compiler that only records how it is called, and makes empty outputs. It preprocesses as the real one does. */
function recorder(real: string): Recorder {
  // As in /opt/compilers, this is no MPI by its name, though it contains the letters.
  const folder = fresh('compilers');
  mkdirSync(folder);
  const [compiler, log] = [join(folder, 'recording-cc'), join(folder, 'log')];
  mkdirSync(log);
  writeFileSync(
    compiler,
    `#!/bin/sh
case " $* " in *' -E '* | *' -show '* | *' --version '*) exec ${real} "$@" ;; esac
printf '%s\\n' "$PWD" "$@" >'${log}'/$$
previous='' output=''
for word; do
  [ "$previous" != -o ] || output=$word
  previous=$word
done
if [ -n "$output" ]; then : >"$output"; exit; fi
for word; do
  case $word in *.c) : >"$(basename "$word" .c).o" ;; esac
done
`,
  );
  chmodSync(compiler, 0o755);
  // One file for each call: some are made at the same time.
  const calls = () => readdirSync(log).map((call) => readFileSync(join(log, call), 'utf8').trimEnd().split('\n'));
  return { compiler, calls };
}

/** Options of a call that change its result, one line for each source, and one if it links. */
function meaningOf([folder = '', ...words]: readonly string[]): string[] {
  // Questions about the compiler have neither.
  if (!words.some((word) => /\.[co]$/.test(word))) return [];
  const sources: string[] = [];
  const options: string[] = [];
  for (const [index, word] of words.entries()) {
    if (words[index - 1] === '-o' || /^-(?:o|c|I.*|M.*)$/.test(word) || word.endsWith('.o')) continue;
    if (word.endsWith('.c')) sources.push(resolve(folder, word));
    else options.push(word);
  }
  const link = options.filter((option) => /^-(?:l|L|Wl,|shared|fsanitize)/.test(option));
  const linked = words.includes('-c') ? [] : [`link: ${link.toSorted().join(' ')}`];
  // Generated sources are in the folder of the build.
  const nameOf = (path: string): string => (path.startsWith(`${probe}/`) ? relative(probe, path) : basename(path));
  return [...sources.map((source) => `${nameOf(source)}: ${options.toSorted().join(' ')}`), ...linked];
}

async function byScripts(real: string, env: Readonly<Record<string, string>>): Promise<string[]> {
  const { compiler, calls } = recorder(real);
  for (const name of ['probe', 'finisher', 'assembler']) {
    const folder = fresh('scripts');
    mkdirSync(folder);
    await execa('sh', [join(probe, `tools/build-${name}`), compiler, folder], {
      env: { TRIMTAB_SANITIZE: '', ...env },
    });
  }
  return calls().flatMap(meaningOf).toSorted();
}

async function byMake(real: string, variables: readonly string[]): Promise<string[]> {
  const { compiler, calls } = recorder(real);
  const words = [`-j${availableParallelism()}`, '-C', probe, `BUILD=${fresh('make')}`, ...variables];
  await execa('make', [...words, `CC=${compiler}`, `MPICC=${compiler}`, 'all']);
  return calls().flatMap(meaningOf).toSorted();
}

const compilers = ['cc', ...mpis.map((mpi) => `mpicc.${mpi}`)];

describe.skipIf(!hasMake)('the Makefile of the probe', () => {
  it.each(compilers)('builds for %s as the scripts do', async (compiler) => {
    const commands = await byMake(compiler, []);
    expect(commands).toEqual(await byScripts(compiler, {}));
    expect(commands.length).toBeGreaterThan(200);
  });

  it.each(['address,undefined', 'thread'])('builds for the sanitizers %s as the scripts do', async (sanitizers) => {
    const commands = await byMake('cc', [`SANITIZE=${sanitizers}`]);
    expect(commands).toEqual(await byScripts('cc', { TRIMTAB_SANITIZE: sanitizers }));
    expect(commands.some((command) => command.includes(`-fsanitize=${sanitizers}`))).toBe(true);
  });

  it('lists the commands of all sources', async () => {
    const root = fresh('root');
    mkdirSync(root);
    await execa('make', ['-C', probe, `ROOT=${root}`, 'MPICC=cc', 'compile_commands.json']);
    const listed = v.parse(Commands, JSON.parse(readFileSync(join(root, 'compile_commands.json'), 'utf8')));
    const files = new Set(listed.map(({ file }) => file));
    for (const file of ['components.c', 'finish/main.c', 'assembler/main.c', 'fold/fold.c'])
      expect(files).toContain(file);
    expect(listed.every(({ file, command }) => command.endsWith(` -c ${file}`))).toBe(true);
  });
});
