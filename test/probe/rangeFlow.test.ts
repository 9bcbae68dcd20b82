import { execa } from 'execa';
import fc from 'fast-check';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fresh, patient, wrapper } from './support.js';

const probe = dirname(wrapper);
const canTry = arch() === 'x64' && (await execa('cc', ['--version'], { reject: false })).exitCode === 0;

/** An instruction of a random function: its line (0: none), and its successor. */
interface Step {
  readonly line: number;
  readonly way: 'on' | 'call' | 'jump' | 'when' | 'return' | 'table';
  readonly to: number;
}

const LINES = 12;
const stepOf = (count: number): fc.Arbitrary<Step> =>
  fc.record({
    line: fc.integer({ min: 0, max: LINES }),
    way: fc.constantFrom('on', 'on', 'on', 'on', 'call', 'jump', 'when', 'when', 'return', 'table'),
    to: fc.nat(count - 1),
  });
const stepsOf = fc
  .integer({ min: 2, max: 30 })
  .chain((count) => fc.array(stepOf(count), { minLength: count, maxLength: count }));
const rangesOf = fc.array(
  fc
    .tuple(fc.integer({ min: 1, max: LINES }), fc.nat(4))
    .map(([first, more]) => [first, Math.min(LINES, first + more)] as const),
  { minLength: 1, maxLength: 4 },
);

/** Returns the possible targets of a jump by the table: the targets of all such jumps. */
function tableOf(steps: readonly Step[]): number[] {
  return [...new Set(steps.filter(({ way }) => way === 'table').map(({ to }) => to))];
}

/** The function as gcc writes it; every instruction has its number as a comment, which the filter copies. */
function unitOf(steps: readonly Step[]): string {
  const words = { on: 'addl\t$1, %eax', call: 'call\tother', return: 'ret', table: 'jmp\t*%rax' };
  const body = steps.flatMap(({ line, way, to }, index) => [
    `.L${index}:`,
    `\t.loc 1 ${line} 1`,
    `\t${way === 'jump' ? `jmp\t.L${to}` : way === 'when' ? `jne\t.L${to}` : words[way]}\t# step ${index}`,
  ]);
  const table = tableOf(steps).map((to) => `\t.quad\t.L${to}`);
  return `\t.file\t"a.c"\n\t.text\n\t.file 1 "/p/a.c"\n\t.type\tf, @function\nf:\n\t.cfi_startproc\n${body.join('\n')}\n\tret\n\t.cfi_endproc\n\t.size\tf, .-f\n\t.section\t.rodata\n${table.join('\n')}\n\t.ident\t"GCC: (GNU) 12.2.0"\n`;
}

/** One line of the filtered function that runs. */
type Running =
  | { readonly kind: 'sled'; readonly range: string; readonly begins: boolean }
  | { readonly kind: 'step'; readonly number: number; readonly text: string }
  | { readonly kind: 'other'; readonly text: string };

/** Returns the executed instructions, in the order of the file, and the position of each label. */
function readFiltered(text: string): { running: Running[]; labels: Map<string, number> } {
  const sleds = new Map<string, { range: string; begins: boolean }>();
  for (const [, sled = '', range = '', kind = ''] of text.matchAll(
    /\t\.long\t(\.LTTm\d+)-\.\n\t\.long\t\.LTTq\d+-\.\n\t\.long\t\.LTTr\d+_(\d+)-\.\n\t\.long\t([01])\n/g,
  ))
    sleds.set(sled, { range, begins: kind === '0' });
  const running: Running[] = [];
  const labels = new Map<string, number>();
  let away = 0;
  for (const line of text.slice(text.indexOf('\nf:'), text.indexOf('\t.size')).split('\n')) {
    if (line.startsWith('\t.pushsection')) away++;
    else if (line.startsWith('\t.popsection')) away--;
    else if (away > 0) continue;
    else if (/^\S+:/.test(line)) {
      const label = line.slice(0, line.indexOf(':'));
      labels.set(label, running.length);
      const sled = sleds.get(label);
      if (sled !== undefined) running.push({ kind: 'sled', ...sled });
    } else if (line.startsWith('\t') && !line.startsWith('\t.')) {
      const number = /# step (\d+)/.exec(line)?.[1];
      const said = line.replace(/#.*/, '').trim();
      running.push(
        number === undefined ? { kind: 'other', text: said } : { kind: 'step', number: Number(number), text: said },
      );
    }
  }
  return { running, labels };
}

/** Walks through the function by the decisions, and returns the ranges that are open at each original instruction. */
function walk(
  { running, labels }: ReturnType<typeof readFiltered>,
  steps: readonly Step[],
  decisions: readonly number[],
): { visits: { step: number; open: string[] }[]; left: string[]; twice: number } {
  const open = new Set<string>();
  const visits: { step: number; open: string[] }[] = [];
  const chosen = [...decisions];
  const table = tableOf(steps);
  let twice = 0;
  let at = 0;
  const to = (label: string): number => {
    const found = labels.get(label);
    if (found === undefined) throw new Error(`no label ${label}`);
    return found;
  };
  for (let budget = 0; budget < 2000; budget++) {
    const now = running[at];
    if (now === undefined) throw new Error('control runs off the end');
    if (now.kind === 'sled') {
      if (now.begins) {
        twice += open.has(now.range) ? 1 : 0;
        open.add(now.range);
      } else {
        twice += open.has(now.range) ? 0 : 1;
        open.delete(now.range);
      }
      at++;
      continue;
    }
    if (now.kind === 'step') visits.push({ step: now.number, open: [...open].sort() });
    const [word = '', operand = ''] = now.text.split(/\s+/);
    if (word === 'ret') return { visits, left: [...open], twice };
    if (word === 'jmp' && operand.startsWith('*')) at = to(`.L${table[(chosen.shift() ?? 0) % table.length]}`);
    else if (word === 'jmp') at = to(operand);
    else if (word === 'jne') {
      const decision = chosen.shift();
      if (decision === undefined) return { visits, left: [], twice };
      at = decision % 2 === 1 ? to(operand) : at + 1;
    } else at++;
    if (chosen.length === 0 && (word === 'jmp' || word === 'jne')) return { visits, left: [], twice };
  }
  return { visits, left: [], twice }; // it goes round for ever
}

describe.skipIf(!canTry)('ranges of lines on the edges of the control flow', patient, () => {
  let filter = '';
  let assembler = '';

  beforeAll(async () => {
    const folder = fresh('filter');
    mkdirSync(folder);
    await execa('sh', [join(probe, 'tools/build-assembler'), 'cc', folder]);
    filter = join(folder, 'as');
    assembler = join(folder, 'keeps');
    writeFileSync(assembler, '#!/bin/sh\ncat "$4" >"$3"\n', { mode: 0o755 });
  });

  async function filtered(text: string, ranges: readonly (readonly [number, number])[]): Promise<string> {
    const folder = fresh('flow');
    mkdirSync(folder);
    const [source, out, list] = ['a.s', 'a.o', 'ranges'].map((name) => join(folder, name));
    if (source === undefined || out === undefined || list === undefined) throw new Error('no names');
    writeFileSync(source, text);
    writeFileSync(
      list,
      ranges.map(([first, last], index) => `${first}\t${last}\t/p/a.c\tRANGES\tr${index}\n`).join(''),
    );
    await execa(filter, ['--64', '-o', out, source], { env: { TRIMTAB_AS: assembler, TRIMTAB_RANGES: list } });
    return readFileSync(out, 'utf8');
  }

  it('are open exactly where their lines run, whatever way control takes, and never when the function has ended', async () => {
    let begun = 0;
    await fc.assert(
      fc.asyncProperty(
        stepsOf,
        rangesOf,
        fc.array(fc.array(fc.nat(9), { minLength: 1, maxLength: 40 }), { minLength: 6, maxLength: 6 }),
        async (steps, ranges, ways) => {
          const text = await filtered(unitOf(steps), ranges);
          const read = readFiltered(text);
          // Larger ranges have lower numbers, as in the file that is read.
          const order = [...ranges].sort((a, b) => b[1] - b[0] - (a[1] - a[0]) || a[0] - b[0]);
          for (const way of ways) {
            const { visits, left, twice } = walk(read, steps, way);
            expect(left).toEqual([]);
            // Only where a jump by a table, which may come from inside or outside, leads can a sled find nothing to do.
            if (tableOf(steps).length === 0) expect(twice).toBe(0);
            for (const { step, open } of visits) {
              const { line = 0, way: last = 'on' } = steps[step] ?? {};
              // Ranges that end with a jump or return end before it.
              if (last === 'jump' || last === 'return') continue;
              for (const [number, [first, last]] of order.entries()) {
                begun += open.includes(String(number)) ? 1 : 0;
                const isIn = (each: Step): boolean => each.line >= first && each.line <= last;
                const isNear =
                  steps.slice(Math.max(0, step - 8), step).some(isIn) && steps.slice(step, step + 9).some(isIn);
                if (line >= first && line <= last)
                  expect([step, open]).toEqual([step, expect.arrayContaining([String(number)])]);
                else if (line !== 0 && !isNear)
                  expect([step, open]).not.toEqual([step, expect.arrayContaining([String(number)])]);
              }
            }
          }
        },
      ),
      { numRuns: 150 },
    );
    expect(begun).toBeGreaterThan(100);
  });

  it('go on over at most eight instructions of other lines, and over no call', async () => {
    const line = (number: number, text: string): string => `\t.loc 1 ${number} 1\n\t${text}\n`;
    const others = (count: number): string => line(9, 'addl\t$1, %eax').repeat(count);
    const unit = (between: string): string =>
      unitOf([]).replace(
        '.cfi_startproc\n',
        `.cfi_startproc\n${line(5, 'addl\t$2, %eax')}${between}${line(5, 'addl\t$3, %eax')}${line(9, 'nop')}`,
      );
    const begins = async (between: string): Promise<string | undefined> =>
      /range\\0115\\0115\\011.*?\\011f\\011(.*?)"/
        .exec(await filtered(unit(between), [[5, 5]]))?.[1]
        ?.replaceAll('\\011', ' ');
    // In the lines, of others, of none, begins, ends.
    expect(await begins(others(8))).toBe('2 8 0 1 1 ');
    expect(await begins(others(9))).toBe('2 0 0 2 2 ');
    expect(await begins(`${others(1)}${line(9, 'call\tother')}`)).toBe('2 0 0 2 2 ');
    expect(await begins(line(0, 'call\tother'))).toBe('2 0 1 1 1 ');
  });

  it('are measured if arguments lie on the stack, which does not reveal the position of the frame', async () => {
    const body = '\t.cfi_escape 0x2e,0x20\n\t.loc 1 5 1\n\taddl\t$1, %eax\n\t.loc 1 6 1\n\tnop\n';
    const text = await filtered(unitOf([]).replace('.cfi_startproc\n', `.cfi_startproc\n${body}`), [[5, 5]]);
    expect(text.match(/call\ttt_stub_range/g)).toHaveLength(2);
    // An expression of the same meaning in an unknown form.
    const other = body.replace('0x2e,0x20', '0x0f,0x2,0x91,0x8');
    const refused = await filtered(unitOf([]).replace('.cfi_startproc\n', `.cfi_startproc\n${other}`), [[5, 5]]);
    expect(refused).not.toContain('trimtab_range_sleds');
    expect(refused).toContain('the position of its frame is not described in a known way');
  });

  it('are none if the control flow is unknown, which is reported', async () => {
    const text = await filtered(
      unitOf([
        { line: 3, way: 'on', to: 0 },
        { line: 4, way: 'on', to: 0 },
      ]).replace('addl\t$1, %eax\t# step 1', 'subq\t$8, %rsp\n\t.cfi_def_cfa_offset 16\n\tjmp\t*%rax'),
      [[3, 3]],
    );
    expect(text).not.toContain('trimtab_range_sleds');
    expect(text).toContain('it jumps to where only the running program knows');
  });
});
