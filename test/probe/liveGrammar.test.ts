/** Accepted requests to a run, compared with a plain reading of the grammar. */
import { execa } from 'execa';
import fc from 'fast-check';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fresh, patient, programs } from './support.js';

const probe = join(import.meta.dirname, '../../src/probe');
const hasCompiler = (await execa('gcc', ['--version'], { reject: false })).exitCode === 0;

/** A request, word by word, and the first word that makes it invalid: the word at that position is replaced by it. */
const number = fc.nat(999_999).map((value) => String(value + 1));
const glob = fc.constantFrom('relax_*', '*', "'void f(int, char)'", '"a b"', 'x[0-9]?', 'at', 'on');
const at = fc.option(number, { nil: undefined }).map((value) => (value === undefined ? [] : ['at', value]));
const toggle = fc.constantFrom('on', 'off');
const asked = fc.oneof(
  fc.tuple(fc.constantFrom('metric', 'group', 'function'), toggle, glob, at).map(([a, b, c, d]) => [a, b, c, ...d]),
  fc.tuple(fc.constant('mode'), fc.constantFrom('trace', 'profile', 'mpi', 'off'), at).map(([a, b, c]) => [a, b, ...c]),
  fc.tuple(fc.constant('depth'), number),
  fc.tuple(fc.constant('sample'), number, at).map(([a, b, c]) => [a, b, ...c]),
  fc
    .tuple(fc.constantFrom('begin', 'end'), fc.constantFrom([], ['phase', 'step']), fc.option(number))
    .map(([word, phase, n]) => ['run', word, ...phase, ...(n === null ? [] : [n])]),
  fc.constantFrom(['finish'], ['abort']),
  fc
    .tuple(fc.constantFrom('tree', 'flat'), fc.constantFrom([], ['rank', '0,3-5']), fc.constantFrom([], ['since', '7']))
    .map(([what, rank, since]) => ['get', what, ...rank, ...since]),
);
const blanks = fc.array(fc.constantFrom(' ', '  ', '    '), { minLength: 8, maxLength: 8 });

/** The words with blanks before each, and where the words begin, from 1. */
function laidOut(words: readonly string[], between: readonly string[]): { line: string; columns: number[] } {
  let line = '';
  const columns = words.map((word, index) => {
    line += index === 0 ? '' : (between[index % between.length] ?? ' ');
    line += word;
    return line.length - word.length + 1;
  });
  return { line, columns };
}

describe.skipIf(!hasCompiler)('requests to a run', patient, () => {
  let reader = '';

  beforeAll(async () => {
    reader = fresh('asks');
    const flags = ['-std=gnu11', '-D_GNU_SOURCE', '-Wall', '-Wextra', '-Werror', '-fsanitize=address,undefined'];
    const sources = [join(programs, 'asks.c'), join(probe, 'components/live/grammar.c')];
    await execa('gcc', [...flags, `-I${probe}`, '-o', reader, ...sources]);
  });

  const readAll = async (lines: readonly string[]): Promise<string[]> =>
    (await execa(reader, { input: lines.map((line) => `${line}\n`).join('') })).stdout.split('\n');

  it('are understood however they are spaced', async () => {
    const samples = fc.sample(fc.tuple(asked, blanks), 500).map(([words, between]) => laidOut(words, between).line);
    const said = await readAll(samples);
    expect(samples.filter((_, index) => said[index]?.startsWith('ok ') !== true)).toEqual([]);
  });

  it('are refused at the first word that does not belong there', async () => {
    const wrong = fc.tuple(asked, blanks, fc.nat()).map(([words, between, n]) => {
      const place = n % words.length;
      // Words that are no number and no keyword; a pattern may be anything.
      const isFree = ['metric', 'group', 'function'].includes(words[0]) && place === 2;
      const isPhase = words[place - 1] === 'phase';
      const isGlob = words[0] === 'get' && place === 2;
      const changed = words.map((word, index) => (index === place && !isFree && !isPhase && !isGlob ? '?!' : word));
      const { line, columns } = laidOut(changed, between);
      return { line, column: isFree || isPhase || isGlob ? undefined : columns[place] };
    });
    const samples = fc.sample(wrong, 500).filter(({ column }) => column !== undefined);
    const said = await readAll(samples.map(({ line }) => line));
    const others = samples.filter(({ column }, index) => Number.parseInt(said[index] ?? '', 10) !== column);
    expect(others).toEqual([]);
  });

  it('are refused at a word behind their end', async () => {
    // `get tree` and `get flat` are followed by a pattern, which may be anything.
    const whole = asked.filter(([first]) => first !== 'get');
    const longer = fc.tuple(whole, blanks).map(([words, between]) => laidOut([...words, '?!'], between));
    const samples = fc.sample(longer, 300);
    const said = await readAll(samples.map(({ line }) => line));
    const others = samples.filter(({ columns }, index) => Number.parseInt(said[index] ?? '', 10) !== columns.at(-1));
    expect(others).toEqual([]);
  });

  it('of any bytes are answered', async () => {
    const junk = fc.sample(
      fc.string({ unit: 'binary', maxLength: 3000 }).map((text) => text.replace(/[\n\0]/g, '')),
      300,
    );
    const said = await readAll(junk);
    expect(said.slice(0, junk.length).every((line) => /^\d+ .+$/.test(line))).toBe(true);
    expect(await readAll(['x'.repeat(1025)])).toEqual(['1025 a request has at most 1024 characters']);
    expect(await readAll(['mode mpi at 0', 'get flat rank 5-3'])).toEqual([
      '13 a number from 1 to 9007199254740991 belongs here',
      '15 ranks such as 0,3-5 belong here',
    ]);
  });
});
