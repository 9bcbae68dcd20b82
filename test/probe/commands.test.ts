/**
 * The ways in which builds call compilers: each gives the same program as without the probe. It is measured, or one
 * sentence reports that it is not.
 */
import { execa } from 'execa';
import { mkdirSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { countKinds, readEvents } from './archive.js';
import { environment, fresh, patient, wrapper } from './support.js';

const WORK =
  '__attribute__((noinline, visibility("default"))) int work(int n) { volatile int s = 0; for (int i = 0; i < n; i++) s += i * i % 7; return s; }\n';
const MAIN = '#include <stdio.h>\nint work(int);\nint main(void) { printf("%d\\n", work(100)); return 0; }\n';
const BY_HAND = `\t.text
\t.globl work
\t.type work, @function
work:
\txorl %eax, %eax
1:\taddl %edi, %eax
\tdecl %edi
\tjnz 1b
\tret
\t.size work, .-work
\t.section .note.GNU-stack,"",@progbits
`;
const IN_ASSEMBLY = `__asm__(${BY_HAND.split('\n')
  .map((line) => JSON.stringify(`${line}\n`))
  .join('\n')});\n`;

const files: Readonly<Record<string, string>> = {
  'work.c': WORK,
  'main.c': MAIN,
  'all.c': WORK + MAIN,
  'hand.s': BY_HAND,
  'handmade.S': `#define WORK work\n${BY_HAND.replaceAll('work', 'WORK')}`,
  'asm.c': IN_ASSEMBLY + MAIN,
  'head.h': 'static inline int twice(int n) { return 2 * n; }\n',
  'it\'s a "file".c': WORK + MAIN,
  ccache: '#!/bin/sh\nexec "$@"\n',
  link: '-O2 -o program\n"all.c"\n',
  compile: '-O2 -c\nall.c\n',
};

/** A compiler; words before the one with the probe are given to the plain one too. */
type Command = readonly [compiler: string, ...words: string[]];

async function has(command: string, ...words: string[]): Promise<boolean> {
  return (await execa(command, words, { reject: false })).exitCode === 0;
}

/** A folder with all files. */
function place(): string {
  const folder = fresh('commands');
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o755 });
  return folder;
}

interface Built {
  readonly folder: string;
  readonly said: string;
}

async function build(
  commands: readonly Command[],
  measured: boolean,
  env: Readonly<Record<string, string>> = {},
): Promise<Built> {
  const folder = place();
  let said = '';
  for (const [compiler, ...words] of commands) {
    const command = measured ? [wrapper, compiler, ...words] : [compiler, ...words];
    const input = words.includes('-') ? WORK + MAIN : '';
    const ran = await execa(command[0] ?? '', command.slice(1), {
      cwd: folder,
      env: { ...environment, ...env },
      input,
    });
    said += ran.stderr;
  }
  return { folder, said };
}

/** Returns the output of the program, and the number of function entries while it was measured. */
async function run(folder: string): Promise<{ stdout: string; enters: number }> {
  const records = fresh('records');
  const { stdout } = await execa('./program', [], {
    cwd: folder,
    env: { ...environment, TRIMTAB_EXPERIMENT_DIR: records },
  });
  let enters = 0;
  for (const events of (await readEvents(records)).values()) enters += countKinds(events).ENTER ?? 0;
  return { stdout, enters };
}

const link: Command = ['gcc', '-o', 'program', 'all.o'];

/** Name, commands, and functions that are measured: two, or `main` alone next to assembly by hand. */
const ways: readonly (readonly [string, readonly Command[], number])[] = [
  ['several files', [['gcc', '-O2', '-o', 'program', 'work.c', 'main.c']], 2],
  [
    'several objects of one command',
    [
      ['gcc', '-O2', '-c', 'work.c', 'main.c'],
      ['gcc', '-o', 'program', 'work.o', 'main.o'],
    ],
    2,
  ],
  ['a source from standard input', [['gcc', '-O2', '-o', 'program', '-x', 'c', '-']], 2],
  ['-xc', [['gcc', '-O2', '-o', 'program', '-xc', '-']], 2],
  ['a file of arguments that links', [['gcc', '@link']], 2],
  ['a file of arguments that compiles', [['gcc', '@compile'], link], 2],
  ['assembly of the compiler', [['gcc', '-O2', '-S', 'all.c'], ['gcc', '-c', 'all.s'], link], 2],
  [
    'an object that nobody wants',
    [['gcc', '-O2', '-c', '-o', '/dev/null', 'all.c'], ['gcc', '-O2', '-c', 'all.c'], link],
    2,
  ],
  ['dependencies', [['gcc', '-M', 'all.c'], ['gcc', '-O2', '-MD', '-MF', 'all.h', '-c', 'all.c'], link], 2],
  [
    'a precompiled header',
    [
      ['gcc', '-O2', 'head.h', '-o', 'head.h.gch'],
      ['gcc', '-O2', '-Winvalid-pch', '-Werror', '-include', 'head.h', '-o', 'program', 'all.c'],
    ],
    2,
  ],
  [
    'a precompiled header, by its language',
    [
      ['gcc', '-O2', '-x', 'c-header', 'head.h', '-o', 'head.h.gch'],
      ['gcc', '-O2', '-Winvalid-pch', '-Werror', '-include', 'head.h', '-o', 'program', 'all.c'],
    ],
    2,
  ],
  ['blanks and quotes in names', [['gcc', '-O2', '-o', 'program', 'it\'s a "file".c']], 2],
  ['files between', [['gcc', '-O2', '-save-temps', '-o', 'program', 'all.c']], 2],
  ['options of the assembler', [['gcc', '-O2', '-Wa,--noexecstack,-ahls=list', '-o', 'program', 'all.c']], 2],
  ['a pipe to the assembler', [['gcc', '-O2', '-pipe', '-o', 'program', 'all.c']], 2],
  [
    'a pipe, files between and options of the assembler',
    [['gcc', '-O2', '-pipe', '-save-temps=obj', '-Wa,-mrelax-relocations=no,-L', '-o', 'program', 'all.c']],
    2,
  ],
  [
    'link-time optimization through pipes',
    [['gcc', '-O2', '-pipe', '-flto=auto', '-o', 'program', 'work.c', 'main.c', '-fno-inline']],
    2,
  ],
  ['assembly by hand', [['gcc', '-O2', '-o', 'program', 'main.c', 'hand.s']], 1],
  ['assembly by hand, preprocessed', [['gcc', '-O2', '-o', 'program', 'main.c', 'handmade.S']], 1],
  ['assembly in a source', [['gcc', '-O2', '-o', 'program', 'asm.c']], 1],
  ['link-time optimization', [['gcc', '-O2', '-flto', '-o', 'program', 'work.c', 'main.c', '-fno-inline']], 2],
  [
    'link-time optimization of objects',
    [
      ['gcc', '-O2', '-flto', '-c', 'all.c'],
      ['gcc', '-O2', '-flto', '-o', 'program', 'all.o'],
    ],
    2,
  ],
  ['link-time optimization with objects', [['gcc', '-O2', '-flto', '-ffat-lto-objects', '-c', 'all.c'], link], 2],
  [
    'hidden symbols',
    [
      ['gcc', '-O2', '-fvisibility=hidden', '-fPIC', '-shared', '-o', 'libwork.so', 'work.c'],
      ['gcc', '-O2', '-o', 'program', 'main.c', '-L.', '-lwork', '-Wl,-rpath,$ORIGIN'],
    ],
    2,
  ],
  [
    'other sleds',
    [['gcc', '-O2', '-fpatchable-function-entry=5,0', '-fcf-protection=full', '-o', 'program', 'all.c']],
    2,
  ],
  ['profiles of others', [['gcc', '-O2', '-pg', '-o', 'program', 'all.c']], 2],
  ['no tables to unwind', [['gcc', '-O2', '-fno-asynchronous-unwind-tables', '-o', 'program', 'all.c']], 2],
  ['code everywhere', [['gcc', '-O2', '-mcmodel=large', '-fno-pie', '-no-pie', '-o', 'program', 'all.c']], 2],
  ['a cache of objects', [['./ccache', 'gcc', '-O2', '-o', 'program', 'all.c']], 2],
];

const isHere = arch() === 'x64' && (await has('gcc', '--version')) && (await has('otf2-print', '--version'));

describe.skipIf(!isHere)('a build with the probe', patient, () => {
  beforeAll(async () => {
    await execa(wrapper, ['--build', 'gcc'], { env: environment });
  }, patient.timeout);

  it.each(ways)('gives the same program, measured: %s', async (_, commands, functions) => {
    const [plain, measured] = [await build(commands, false), await build(commands, true)];
    const { stdout } = await execa('./program', [], { cwd: plain.folder });
    expect(await run(measured.folder)).toEqual({ stdout, enters: functions });
  });

  it.each([[[]], [['-pipe']], [['-save-temps']]])(
    'gives the same program if the filter cannot write, and reports that it is not measured: %j',
    async (flags) => {
      const command: Command = ['gcc', '-O2', ...flags, '-o', 'program', 'work.c', 'main.c'];
      const { stdout } = await execa('./program', [], { cwd: (await build([command], false)).folder });
      const { folder, said } = await build([command], true, { TMPDIR: '/nonexistent' });
      const lines = said.split('\n').filter((line) => line.includes('its functions are not measured'));
      expect(lines).toHaveLength(2); // one for each unit
      expect(await run(folder)).toEqual({ stdout, enters: 0 });
    },
  );

  it('measures once where the wrapper is called twice', async () => {
    const { folder } = await build([[wrapper, 'gcc', '-O2', '-o', 'program', 'all.c']], true);
    expect((await run(folder)).enters).toBe(2);
  });

  it('reports its changes if a program is linked statically', async () => {
    const { folder, said } = await build([['gcc', '-O2', '-static-pie', '-o', 'program', 'all.c']], true);
    expect(said).toContain('linked without -static, since the probe is a shared library');
    expect((await run(folder)).enters).toBe(2);
  });

  it('uses compiler hooks if assembly is in another syntax, and reports so', async () => {
    const { folder, said } = await build([['gcc', '-O2', '-masm=intel', '-o', 'program', 'all.c']], true);
    expect(said).toMatch(/^trimtab-cc: functions are recorded by hooks of the compiler.*Intel/m);
    expect((await run(folder)).enters).toBe(2);
  });

  it('uses compiler hooks if clang defers code generation to the link, and reports so', async (context) => {
    const flags = ['-O2', '-flto', '-o', 'program', 'all.c'];
    const linked = await execa('clang', flags, { cwd: place(), reject: false });
    if (linked.exitCode !== 0) context.skip('clang cannot link so here');
    const { folder, said } = await build([['clang', ...flags]], true);
    expect(said).toMatch(/^trimtab-cc: functions are recorded by hooks of the compiler.*-flto/m);
    expect((await run(folder)).enters).toBe(2);
  });

  it('leaves programs unmodified that it cannot be linked into, and reports so', async () => {
    const start = 'void _start(void) { __asm__ volatile("syscall" :: "a"(60), "D"(7)); }\n';
    const folder = place();
    writeFileSync(join(folder, 'start.c'), start);
    const flags = ['gcc', '-O2', '-nostdlib', '-static', '-o', 'program', 'start.c'];
    const { stderr } = await execa(wrapper, flags, { cwd: folder, env: environment });
    expect(stderr).toBe('trimtab-cc: a program without libraries (-nostdlib -static) is not measured');
    expect((await execa('./program', [], { cwd: folder, reject: false })).exitCode).toBe(7);
    // Nothing is added to a unit of another kind of processor.
    await execa(wrapper, ['gcc', '-O2', '-m32', '-c', 'work.c'], { cwd: folder, env: environment });
    await execa('gcc', ['-O2', '-m32', '-c', '-o', 'plain.o', 'work.c'], { cwd: folder });
    await execa('cmp', ['work.o', 'plain.o'], { cwd: folder });
  });

  it('uses compiler hooks if the filter cannot be built, reports why, and tries again', async () => {
    const cache = fresh('cache');
    mkdirSync(join(cache, 'probe'), { recursive: true });
    // The tools to build the probe exist; the folder of filters is a file, so that none can be built.
    const { stdout: probe } = await execa(wrapper, ['--print-cache', 'gcc'], { env: environment });
    await execa('cp', ['-r', probe, join(cache, 'probe')]);
    writeFileSync(join(cache, 'assembler'), '');
    const { folder, said } = await build([['gcc', '-O2', '-o', 'program', 'all.c']], true, { TRIMTAB_CACHE: cache });
    expect(said).toMatch(/^trimtab-cc: functions are recorded by hooks of the compiler.*filter.*cannot be built/m);
    expect((await run(folder)).enters).toBe(2);
  });
});
