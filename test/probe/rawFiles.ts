/** Raw files of the probe that no program has written. */
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/lib/layout.mjs';
import { fresh } from './support.js';

const MIB = 1 << 20;
/** More than the words of a round. */
const LONGEST_ROUND = 1000;

const recordHeader = readFileSync(join(root, 'src/probe/format/record.h'), 'utf8');
const VERSION = Number(/^#define TT_RAW_VERSION (\d+)u$/m.exec(recordHeader)?.[1]);

/** Types of records, as in record.h. */
export const RECORD = {
  leave: 4,
  mpiEnter: 5,
  mpiLeave: 7,
  ompBegin: 37,
  ompEnd: 38,
  mutex: 39,
  taskCreate: 40,
  taskSwitch: 41,
  userEnter: 43,
  userLeave: 44,
} as const;

/** A word of 64 bits from its upper and lower half. */
export type Word = readonly [number, number];

/** Records that are made again and again, each as its type and the words that follow. @param number of the round, from 1 */
export type Round = (number: number) => readonly (readonly [number, ...Word[]])[];

/**
 * The raw files of one process with one thread.
 * @param size bytes of its records, as many as there are in whole megabytes
 * @returns the folder of the run
 */
export function rawFiles(round: Round, size: number): string {
  const folder = fresh('raw');
  writeProcess(folder, { pid: 1, pieces: piecesOf(round, size) });
  return folder;
}

function* piecesOf(round: Round, size: number): Generator<Uint32Array> {
  const words = new Uint32Array(MIB + LONGEST_ROUND);
  let time = 0;
  for (let written = 0, number = 1; written < size;) {
    let count = 0;
    while (count < MIB)
      for (const [type, ...payload] of round(number++)) {
        words[count++] = ++time;
        words[count++] = type << 24;
        for (const [upper, lower] of payload) {
          words[count++] = lower;
          words[count++] = upper;
        }
      }
    const piece = words.subarray(0, count);
    yield piece;
    written += piece.byteLength;
  }
}

/** A record, as its type and the words that follow. */
export type RawRecord = readonly [number, ...Word[]];

/** The raw files of ranks with one thread each. @returns the folder of the run */
export function rankFiles(ranks: readonly (readonly RawRecord[])[]): string {
  const folder = fresh('raw');
  ranks.forEach((records, rank) => {
    const words = records.flatMap((record, at) => wordsOf(at + 1, record));
    writeProcess(folder, { pid: rank + 1, world: `world ${rank} ${ranks.length}`, pieces: [words] });
  });
  return folder;
}

const wordsOf = (time: number, [type, ...payload]: RawRecord): number[] => [
  ...[time, type * 2 ** 24],
  ...payload.flatMap(([upper, lower]) => [lower, upper]),
];

interface RawProcess {
  readonly pid: number;
  /** The line that gives its rank. */
  readonly world?: string;
  /** Its records, as halves of words. */
  readonly pieces: Iterable<ArrayLike<number>>;
}

function writeProcess(folder: string, { pid, world, pieces }: RawProcess): void {
  mkdirSync(join(folder, 'raw'), { recursive: true });
  const stem = join(folder, 'raw', `elsewhere-${pid}`);
  const header = Buffer.alloc(40);
  header.write('TRIMTAB\0');
  header.writeUInt32LE(0x01020304, 8);
  header.writeUInt32LE(VERSION, 12);
  const file = openSync(`${stem}.0.rec`, 'w');
  writeSync(file, header);
  for (const words of pieces) writeSync(file, Uint32Array.from(words));
  closeSync(file);
  const facts = [
    `trimtab-raw ${VERSION}`,
    `pid ${pid}`,
    'host elsewhere',
    'start 0',
    'clock-kind monotonic',
    'clock 0 0 0',
  ];
  const end = 2 ** 31 - 1;
  const lines = [
    ...facts,
    ...(world === undefined ? [] : [world]),
    `clock ${end} ${end} ${end}`,
    `end ${end} exit`,
    '',
  ];
  writeFileSync(`${stem}.txt`, lines.join('\n'));
}
