/** Schema of a report's heap data. */
import * as v from 'valibot';
import type { MemoryCall, MemoryReport, MemoryStep, ProcessMemory } from '../../model/findings/memory.js';
import { countOf, listOf, number, numberOf, place, placeOf, type Entries } from '../../model/findings/reportWords.js';

const step = v.looseObject({
  region: v.string(),
  place: v.exactOptional(placeOf('The line of the call in it.')),
} satisfies Entries<MemoryStep>);

const processMemory = v.looseObject({
  rank: number,
  high: numberOf('Bytes that it held at most.'),
  time: numberOf('When that was, in seconds since its beginning.'),
  end: numberOf('Bytes still held at its end.'),
  taken: numberOf('Bytes taken in all.'),
  blocks: number,
  resident: v.exactOptional(numberOf('Peak resident set size in bytes, from the operating system.')),
} satisfies Entries<ProcessMemory>);

const call = v.looseObject({
  callPath: listOf(step, 'Outermost first.'),
  place: v.exactOptional(place),
  high: numberOf('Bytes held when each process had most, summed.'),
  share: numberOf('Of what all processes had at most.'),
  most: numberOf('The most of this in one process.'),
  rank: number,
  end: numberOf('Bytes still held at the end.'),
  taken: numberOf('Bytes taken in all.'),
  blocks: numberOf('Blocks, about.'),
} satisfies Entries<MemoryCall>);

export const memory = v.pipe(
  v.looseObject({
    measured: countOf('Processes with data.'),
    mean: numberOf('Peak heap in bytes, on average.'),
    processes: listOf(processMemory, 'Those with the most first, at most 1,000.'),
    calls: listOf(call, 'By what was held when the processes had most, at most 100.'),
  } satisfies Entries<MemoryReport>),
  v.description('Heap memory of the processes; absent if it was not tracked.'),
);
