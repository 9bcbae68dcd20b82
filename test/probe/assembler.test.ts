import { execa } from 'execa';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fresh, patient, wrapper } from './support.js';

const probe = dirname(wrapper);
const hasCompiler = arch() === 'x64' && (await execa('cc', ['--version'], { reject: false })).exitCode === 0;

/** Replaces the assembler: keeps its input, and refuses input with a word that it does not know. */
const ASSEMBLER = `#!/bin/sh
while [ $# -gt 0 ]; do
  case $1 in
  -o) out=$2; shift ;;
  -*) ;;
  *) in=$1 ;;
  esac
  shift
done
if [ -n "\${REFUSE:-}" ] && grep -q "$REFUSE" "\${in:-/dev/stdin}"; then echo "Error: no such thing" >&2; exit 1; fi
cat "\${in:-/dev/stdin}" >"$out"
`;

let filter = '';
let assembler = '';

beforeAll(async () => {
  if (!hasCompiler) return;
  const folder = fresh('filter');
  mkdirSync(folder);
  await execa('sh', [join(probe, 'tools/build-assembler'), 'cc', folder]);
  filter = join(folder, 'as');
  assembler = join(folder, 'keeps');
  writeFileSync(assembler, ASSEMBLER);
  chmodSync(assembler, 0o755);
});

interface Filtered {
  readonly text: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
}

async function assemble(
  text: string,
  options: { env?: Record<string, string>; args?: readonly string[]; input?: boolean; blocks?: number } = {},
): Promise<Filtered> {
  const folder = fresh('assembled');
  mkdirSync(folder);
  const source = join(folder, 'a.s');
  const out = join(folder, 'a.o');
  writeFileSync(source, text);
  const last = options.input === true ? [] : [source];
  const limit = options.blocks === undefined ? '' : `ulimit -f ${options.blocks}; `;
  const words = [filter, '--64', '-o', out, ...(options.args ?? []), ...last];
  const result = await execa('sh', ['-c', `${limit}exec "$@"`, 'sh', ...words], {
    env: { TRIMTAB_AS: assembler, ...options.env },
    reject: false,
    ...(options.input === true ? { input: text } : {}),
  });
  const made = readdirSync(folder).includes('a.o');
  return { text: made ? readFileSync(out, 'utf8') : '', stderr: result.stderr, exitCode: result.exitCode };
}

/** A function as gcc writes it. */
function unit(body: string, head = ''): string {
  return `\t.file\t"a.c"\n\t.text\n${head}\t.globl\tf\n\t.type\tf, @function\nf:\n.LFB0:\n\t.cfi_startproc\n${body}\t.cfi_endproc\n.LFE0:\n\t.size\tf, .-f\n\t.ident\t"GCC: (GNU) 12.2.0"\n\t.section\t.note.GNU-stack,"",@progbits\n`;
}

/** Returns the executed steps, line by line: labels and instructions, ENTER and LEAVE for sleds. */
function steps(text: string): string[] {
  const lines: string[] = [];
  let away = 0;
  let sled = -1;
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line.startsWith('.pushsection')) away++;
    else if (line.startsWith('.popsection')) away--;
    else if (away > 0) {
      const kind = /^\.long\t([01])$/.exec(line);
      if (kind !== null && sled >= 0) lines[sled] = kind[1] === '0' ? 'ENTER' : 'LEAVE';
    } else if (line.startsWith('.byte\t0x0f,0x1f,0x44,0x00,0x00')) sled = lines.push('SLED') - 1;
    else if (line !== '' && !line.startsWith('.LTTs') && !line.startsWith('.LTTf') && !/^[.#]\w+([\s"]|$)/.test(line))
      lines.push(line.replaceAll('\t', ' '));
  }
  return lines;
}

const LOOP = '.L2:\n\taddl\t$1, %eax\n\tcmpl\t%edi, %eax\n\tjl\t.L2\n';

describe.skipIf(!hasCompiler)('trimtab-as', patient, () => {
  it('puts a sled before the first instruction, outside of the loop that begins there, and before each return', async () => {
    const { text } = await assemble(unit(`\tendbr64\n${LOOP}\ttestl\t%eax, %eax\n\tje\t.L3\n\tret\n.L3:\n\trep ret\n`));
    expect(steps(text)).toEqual([
      ...['f:', '.LFB0:', 'endbr64', 'ENTER', '.L2:', 'addl $1, %eax', 'cmpl %edi, %eax', 'jl .L2'],
      ...['testl %eax, %eax', 'je .L3', 'LEAVE', 'ret', '.L3:', 'LEAVE', 'rep ret', '.LFE0:'],
    ]);
  });

  it('knows jumps that leave the function', async () => {
    const { text } = await assemble(
      unit(`${LOOP}\ttestl\t%eax, %eax\n\tjne\tg\n\tcmpl\t$3, %eax\n\tje\tf\n\tjmp\th@PLT\n`),
    );
    const seen = steps(text);
    const at = (step: string): number => seen.indexOf(step);
    expect(seen[at('jmp h@PLT') - 1]).toBe('LEAVE');
    // Under a condition: a separate block at the end, so that the fall-through path passes no sled.
    expect(seen.slice(at('jmp h@PLT') + 1)).toEqual([
      ...['.LTTo0:', 'LEAVE', 'jmp g', '.LTTo1:', 'LEAVE', 'jmp f', '.LFE0:'],
    ]);
    expect(seen).toContain('jne .LTTo0');
    expect(seen).toContain('je .LTTo1');
  });

  it('takes a jump by a register for leaving only where it cannot be one inside', async () => {
    const leaving = await assemble(unit(`${LOOP}\tjmp\t*%rax\n`));
    expect(steps(leaving.text).slice(-3)).toEqual(['LEAVE', 'jmp *%rax', '.LFE0:']);
    const table = '\t.section\t.rodata\n.L4:\n\t.long\t.L2-.L4\n\t.text\n';
    for (const inside of [`${LOOP}\tnotrack jmp\t*%rax\n${table}`, `\tleaq\t.L2(%rip), %rdx\n${LOOP}\tjmp\t*%rdx\n`])
      expect(steps((await assemble(unit(inside))).text)).not.toContain('LEAVE');
    // Its frame still exists.
    const framed = `\tpushq\t%rbx\n\t.cfi_def_cfa_offset 16\n${LOOP}\tjmp\t*%rax\n`;
    expect(steps((await assemble(unit(framed))).text)).not.toContain('LEAVE');
    const unframed = `\tpushq\t%rbx\n\t.cfi_def_cfa_offset 16\n${LOOP}\tpopq\t%rbx\n\t.cfi_def_cfa_offset 8\n\tjmp\t*%rax\n`;
    expect(steps((await assemble(unit(unframed))).text)).toContain('LEAVE');
  });

  it('leaves the assembly in the source alone', async () => {
    const own = `${LOOP}#APP\n# 3 "a.c" 1\n\tcall 1f\n\tjmp 2f\n1:\tret\n2:\n# 0 "" 2\n#NO_APP\n\tret\n`;
    const seen = steps((await assemble(unit(own))).text);
    expect(seen.filter((step) => step === 'LEAVE')).toHaveLength(1);
    expect(seen.slice(-3)).toEqual(['LEAVE', 'ret', '.LFE0:']);
  });

  it('distinguishes parts of a function in other sections from other functions', async () => {
    const cold =
      `${LOOP}\tjne\tf.cold\n\tret\n\t.cfi_endproc\n\t.section\t.text.unlikely\n\t.cfi_startproc\n` +
      '\t.type\tf.cold, @function\nf.cold:\n\tcall\tabort\n';
    const { text } = await assemble(
      unit(cold).replace(
        '\t.size\tf, .-f',
        '\t.text\n\t.size\tf, .-f\n\t.section\t.text.unlikely\n\t.size\tf.cold, .-f.cold',
      ),
    );
    const seen = steps(text);
    expect(seen).toContain('jne f.cold');
    expect(seen.filter((step) => step === 'ENTER' || step === 'LEAVE')).toEqual(['ENTER', 'LEAVE']);
  });

  it('gives no sled to what is smaller than a measurement, and none to bodies of OpenMP constructs', async () => {
    expect(steps((await assemble(unit('\tleal\t(%rdi,%rdi), %eax\n\tret\n'))).text)).not.toContain('ENTER');
    const outlined = unit(`${LOOP}\tret\n`).replaceAll(/\bf\b(?=[:,\n])/g, 'f._omp_fn.0');
    expect(steps((await assemble(outlined)).text)).not.toContain('ENTER');
  });

  it('notes what a function is: loops, calls of MPI, instructions, headers of the system', async () => {
    const facts = async (body: string, head = ''): Promise<string | undefined> =>
      /trimtab_functions[^]*?\.long\t(\d+,\d+),0/.exec((await assemble(unit(body, head))).text)?.[1];
    expect(await facts(`${LOOP}\tret\n`)).toBe('4,1');
    expect(await facts(`\tcall\tMPI_Send@PLT\n\tret\n`)).toBe('2,2');
    expect(await facts(`\tcall\t*mpi_recv_@GOTPCREL(%rip)\n\tret\n`)).toBe('2,2');
    expect(await facts(`\t.loc 2 5 1\n\tcall\tg\n\tret\n`, '\t.file 2 "/usr/include/c++/12/vector"\n')).toBe('2,4');
    expect(await facts(`\t.loc 2 5 1\n\tcall\tg\n\tret\n`, '\t.file 2 "/home/ann/vector.h"\n')).toBe('2,0');
    expect(await facts('\tret\n')).toBe('1,8');
  });

  it('reads from standard input as from a file', async () => {
    const body = unit(`${LOOP}\tret\n`);
    expect((await assemble(body, { input: true })).text).toBe((await assemble(body)).text);
  });

  it('hands on what it does not understand as it came', async () => {
    const body = unit(`${LOOP}\tret\n`);
    const byHand = body.replace(/\t\.ident.*\n/, '');
    expect((await assemble(byHand)).text).toBe(byHand);
    const intel = `\t.intel_syntax noprefix\n${body}`;
    expect((await assemble(intel)).text).toBe(intel);
    const endless = body.replace(/\t\.size.*\n/, '');
    expect((await assemble(endless)).text).toBe(endless);
    for (const odd of [
      '',
      '\n',
      '\t.ident "GCC"\n',
      'f:',
      '\t.type f,@function\nf:\n\t.ident "GCC"',
      '"',
      '\t.ident "\n#\n;:\n::',
    ])
      expect((await assemble(odd)).text).toBe(odd);
  });

  it('assembles without sleds a file that the assembler refuses with them, and reports so once', async () => {
    const body = unit(`${LOOP}\tret\n`);
    const refused = await assemble(body, { env: { REFUSE: 'trimtab_sleds' } });
    expect(refused.text).toBe(body);
    expect(refused.exitCode).toBe(0);
    expect(refused.stderr).toMatch(/^trimtab-as: .*a\.s: its functions are not measured: [^\n]+$/);
  });

  it('passes on what is wrong with the source itself', async () => {
    const wrong = await assemble(unit(`${LOOP}\tret\n`), { env: { REFUSE: 'addl' } });
    expect(wrong.exitCode).toBe(1);
    expect(wrong.stderr).toContain('Error: no such thing');
  });

  /** Functions with a loop and a call each, as gcc writes them. */
  const functions = (count: number): string =>
    Array.from({ length: count }, (_, i) =>
      [
        `\t.globl\tf${i}\n\t.type\tf${i}, @function\nf${i}:\n\t.cfi_startproc\n.M${i}:\n\taddl\t$1, %eax\n`,
        `\tcmpl\t%edi, %eax\n\tjl\t.M${i}\n\tcall\tf${(i * 7919) % count}\n\tret\n\t.cfi_endproc\n\t.size\tf${i}, .-f${i}\n`,
      ].join(''),
    ).join('');

  it('takes a very large function and 20,000 behind it within a minute of processor time', async () => {
    const blocks = Array.from(
      { length: 80_000 },
      (_, i) => `.L${i + 9}:\n\tcall\tg${i}\n\tjne\t.L${((i * 7919) % 80_000) + 9}\n`,
    );
    const text = unit(`${blocks.join('')}\tret\n`).replace('\t.ident', `${functions(20_000)}\t.ident`);
    const folder = fresh('large');
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.s'), text);
    // Input that needs longer is ended, and assembled unmodified.
    await execa('prlimit', ['--cpu=60', filter, '--64', '-o', join(folder, 'a.o'), join(folder, 'a.s')], {
      env: { TRIMTAB_AS: assembler },
    });
    const filtered = readFileSync(join(folder, 'a.o'), 'utf8');
    expect(filtered.match(/\.pushsection\ttrimtab_functions/g)).toHaveLength(20_001);
    expect(filtered.match(/\.pushsection\ttrimtab_calls/g)).toHaveLength(100_000);
  });

  it.each([
    ['macros', '\t.macro\ttwice reg\n\taddl\t\\reg, \\reg\n\t.endm\n\ttwice\t%eax\n'],
    [
      'alternative macros',
      '\t.altmacro\n\t.macro m x\n\tLOCAL\tl\nl:\taddl\t$x, %eax\n\tjne\tl\n\t.endm\n\tm\t%(2+3)\n\t.noaltmacro\n',
    ],
    [
      'repetitions',
      '\t.rept\t3\n1:\taddl\t$1, %eax\n\tjs\t1b\n\tjne\t1f\n1:\n\t.endr\n\t.irp\tr,eax,ecx\n\tincl\t%\\r\n\t.endr\n',
    ],
    ['numeric labels', '1:\tsubl\t$1, %edi\n\tjne\t1b\n\tjmp\t2f\n2:\n'],
    ['conditions', '\t.if\t1\n\taddl\t$1, %eax\n\t.else\n\tret\n\t.endif\n'],
    ['several statements a line', 'x1: addl $1, %eax; subl $1, %ecx /* a; b */ ; jne x1\n'],
    [
      'frames by hand',
      '\tpushq\t%rbx\n\t.cfi_adjust_cfa_offset 8\n\t.cfi_rel_offset rbx, 0\n\tpopq\t%rbx\n\t.cfi_adjust_cfa_offset -8\n\t.cfi_restore rbx\n',
    ],
    ['included files', '\t.include\t"/dev/null"\n'],
  ])("builds odd assembly, declared as a compiler's or not: %s", async (_name, odd) => {
    const text = unit(`${LOOP}${odd}\tret\n`);
    for (const source of [text, text.replace(/\t\.ident.*\n/, ''), text.replace(odd, `#APP\n${odd}#NO_APP\n`)]) {
      const folder = fresh('odd');
      mkdirSync(folder);
      writeFileSync(join(folder, 'a.s'), source);
      const words = ['--64', '-o', join(folder, 'a.o'), join(folder, 'a.s')];
      const { stderr } = await execa(filter, words, { env: { TRIMTAB_AS: 'as' } });
      expect(stderr.split('\n').filter((line) => !/its functions are not measured|^$/.test(line))).toEqual([]);
      expect(stderr.split('\n').length).toBeLessThanOrEqual(1);
      expect((await execa('objdump', ['-d', join(folder, 'a.o')])).stdout).toContain('<f>:');
    }
  });

  it('keeps the build going where it cannot write, and leaves nothing behind', async () => {
    const body = unit(`${LOOP}\tret\n`);
    const nowhere = await assemble(body, { env: { TMPDIR: '/nonexistent' } });
    expect(nowhere.text).toBe(body);
    expect(nowhere.stderr).toMatch(/its functions are not measured: No such file or directory/);
    const folder = fresh('temporary');
    mkdirSync(folder);
    await assemble(body, { env: { TMPDIR: folder } });
    await assemble(body, { env: { TMPDIR: folder }, input: true });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps the build going whatever ends the filter, and leaves nothing behind', async () => {
    // The output with sleds exceeds the file size limit, for which the kernel ends a process.
    const body = unit(`${LOOP}${'\tret\n'.repeat(2000)}`);
    const folder = fresh('temporary');
    mkdirSync(folder);
    const ended = await assemble(body, { env: { TMPDIR: folder }, blocks: 100 });
    expect([ended.text, ended.exitCode]).toEqual([body, 0]);
    expect(ended.stderr).toContain('its functions are not measured: the filter was ended by signal 25');
    expect(readdirSync(folder)).toEqual([]);
  });
});
