import type { MemoryCall, MemoryReport, MemoryStep, ProcessMemory } from '../../model/findings/memory.js';
import type { Definitions } from '../../model/definitions.js';
import { isSystemFile } from '../callPaths/systemFiles.js';

/**
 * Returns heap data from Trimtab's probe (src/probe/finish/otf2/heap.c), of traces and of profiles.
 * @returns undefined if memory was not tracked
 */
export function memoryOf({ properties }: Pick<Definitions, 'properties'>): MemoryReport | undefined {
  const processes = (properties.get('TRIMTAB::MEMORY_HIGH_WATER') ?? '').split(' ').flatMap(processIn);
  const measured = Number(properties.get('TRIMTAB::MEMORY_PROCESSES') ?? '');
  const mean = Number(properties.get('TRIMTAB::MEMORY_MEAN') ?? '');
  if (processes.length === 0 || !(measured >= processes.length) || !(mean >= 0)) return undefined;
  const calls = (properties.get('TRIMTAB::MEMORY_CALLS') ?? '')
    .split('\n')
    .flatMap((line) => callIn(line, mean * measured));
  return { measured, mean, processes, calls: joined(calls) };
}

/** @param text `RANK=HIGH,SECONDS,START,END,BYTES,BLOCKS,RESIDENT` */
function processIn(text: string): ProcessMemory[] {
  const [, rank = '', values = ''] = /^(\d+)=([\d.,-]+)$/.exec(text) ?? [];
  const numbers = values.split(',').map(Number);
  const [high = 0, time = 0, , end = 0, taken = 0, blocks = 0, resident = 0] = numbers;
  if (rank === '' || numbers.length < 7 || !numbers.every(Number.isFinite)) return [];
  const known = { rank: Number(rank), high, time, end: Math.max(0, end), taken, blocks };
  return [resident > 0 ? { ...known, resident } : known];
}

/**
 * @param line `AT_HIGH AT_END BYTES BLOCKS MOST RANK`, then function, file and line of each step behind tabs, innermost
 * first; calls of MPI have no file
 */
function callIn(line: string, all: number): MemoryCall[] {
  const [numbers = '', ...words] = line.split('\t');
  const values = numbers.split(' ').map(Number);
  const [high = 0, end = 0, taken = 0, blocks = 0, most = 0, rank = 0] = values;
  if (values.length !== 6 || !values.every(Number.isFinite)) return [];
  const callPath = stepsIn(words);
  const place = callPath.findLast((step) => step.place !== undefined)?.place;
  const known = { callPath, high, share: all > 0 ? Math.min(1, high / all) : 0, most, rank, end, taken, blocks };
  return [place === undefined ? known : { ...known, place }];
}

/** The program's own steps and calls of MPI, outermost first. */
function stepsIn(words: readonly string[]): MemoryStep[] {
  const steps: MemoryStep[] = [];
  for (let at = 0; at + 2 < words.length; at += 3) {
    const [region = '', file = '', line = ''] = words.slice(at, at + 3);
    if (file === '') steps.push({ region });
    else if (!isSystemFile(file)) steps.push({ region, place: { file, line: Number(line) } });
  }
  return steps.reverse();
}

/** Calls that differ in nothing but in what the system does for them are one. */
function joined(calls: readonly MemoryCall[]): MemoryCall[] {
  const known = new Map<string, MemoryCall>();
  for (const call of calls) {
    const key = JSON.stringify(call.callPath);
    const same = known.get(key);
    known.set(key, same === undefined ? call : sum(same, call));
  }
  return [...known.values()].sort((a, b) => b.high - a.high || b.taken - a.taken);
}

/** The rank of the larger one is kept, with what it had at least. */
function sum(a: MemoryCall, b: MemoryCall): MemoryCall {
  const worse = a.most >= b.most ? a : b;
  return {
    ...a,
    high: a.high + b.high,
    share: Math.min(1, a.share + b.share),
    most: a.rank === b.rank ? a.most + b.most : worse.most,
    rank: worse.rank,
    end: a.end + b.end,
    taken: a.taken + b.taken,
    blocks: a.blocks + b.blocks,
  };
}
