/**
 * The form of CPU profiles that V8 wrote until 2016 (Chrome up to 57, Node.js with v8-profiler): a tree of nested nodes
 * below `head`, lines from 1, `startTime` and `endTime` in seconds, and `timestamps` of the samples in microseconds.
 */
import { fieldsOf, isFields, listOf, numberOf, type Fields } from '../stacks/json.js';

const MICROSECONDS_PER_SECOND = 1e6;

/** Whether a file has that form. */
export const isOlderForm = (file: Fields): boolean => isFields(file.head) && !Array.isArray(file.nodes);

/**
 * The same profile in the present form. A sample lasts until the next one, the last one for nothing, since `endTime` is
 * rounded.
 */
export function presentForm(file: Fields): Fields {
  const nodes = flattened(fieldsOf(file.head));
  const times = listOf(file.timestamps).map((time) => numberOf(time) ?? 0);
  const samples = listOf(file.samples);
  if (samples.length === 0 || times.length === 0) {
    const inMicroseconds = (time: unknown): number => (numberOf(time) ?? 0) * MICROSECONDS_PER_SECOND;
    return { nodes, startTime: inMicroseconds(file.startTime), endTime: inMicroseconds(file.endTime) };
  }
  return {
    nodes,
    samples: samples.slice(0, times.length),
    startTime: times[0],
    timeDeltas: times.map((time, i) => time - (times[i - 1] ?? time)),
  };
}

/** The nodes of the tree, each with the numbers of those below. */
function flattened(head: Fields): Fields[] {
  const nodes: Fields[] = [];
  const open = [head];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { functionName, url, lineNumber, hitCount, positionTicks = ticksOf(node) } = node;
    const below = listOf(node.children).filter(isFields);
    nodes.push({
      id: node.id,
      callFrame: { functionName, url, lineNumber: (numberOf(lineNumber) ?? 0) - 1 },
      hitCount,
      positionTicks,
      children: below.map(({ id }) => id),
    });
    for (const child of below) open.push(child);
  }
  return nodes;
}

/** Samples of lines, as v8-profiler names them. */
const ticksOf = ({ lineTicks }: Fields): readonly Fields[] =>
  listOf(lineTicks).map((ticks) => {
    const { line, hitCount } = fieldsOf(ticks);
    return { line, ticks: hitCount };
  });
