/** Profiles of Python's modules cProfile and profile, which pstats prints. */
import type { Problem } from '../../base/problem.js';
import { counted } from '../../base/text.js';
import type { Profile } from '../../model/profile.js';
import { shareOut } from '../callGraph/callPaths.js';
import type { Frame } from '../stacks/frame.js';
import { StackProfile, TIME, VISITS } from '../stacks/stackProfile.js';
import { functionsOf, type PythonFunction } from './functions.js';
import { MarshalReader } from './marshal.js';

/** Call paths are inferred from calls between two functions. */
const INFERRED = 0.5;

/**
 * Reads a file.
 * @returns undefined where it has no function
 * @throws Damaged, TooLarge
 */
export function readPstats(bytes: Uint8Array): Profile | undefined {
  const stacks = new StackProfile();
  const { functions, calls, strange } = functionsOf(new MarshalReader(bytes, stacks.builder.memory).read());
  if (functions.length === 0) return undefined;
  const [time, visits, primitive] = [stacks.newSums(), stacks.newSums(), stacks.newSums()];
  const location = stacks.locations.of({ number: 0, name: 'Process' }, 0, 'Main thread');
  shareOut(functions, calls, {
    path: (caller, entry) => stacks.builder.calls.callPath(stacks.tree.region(frameOf(entry)), caller),
    share: (path, entry, parts) => {
      stacks.add(time, path, location, entry.self * parts.value);
      stacks.add(visits, path, location, entry.calls * parts.calls);
      stacks.add(primitive, path, location, entry.primitiveCalls * parts.calls);
    },
  });
  return stacks.finish({
    metrics: [
      { ...TIME, sums: time, confidence: INFERRED },
      { ...VISITS, sums: visits },
      {
        name: 'primitive_calls',
        title: 'Primitive calls',
        unit: 'count',
        description: 'Calls that are no recursion',
        sums: primitive,
      },
    ],
    problems: [shared(calls.some(({ inclusive }) => inclusive !== undefined)), ...ignored(strange)],
  });
}

/** Functions in C have the file `~`, and code without a file one in angle brackets. */
function frameOf({ file, line, name }: PythonFunction): Frame {
  if (file === '~' || file === '') return { name };
  return /^<.*>$/.test(file) ? { name, module: file } : { name, file, beginLine: line };
}

function shared(hasTimes: boolean): Problem {
  const by = hasTimes ? 'inclusive times of their calls' : 'numbers of their calls';
  const message = `The file contains functions and their direct callers, and no longer call paths. Times of functions are measured. Those of call paths are inferred: the time of a function is shared out among its callers by the ${by} (confidence 50 %).`;
  return { level: 'information', message };
}

function ignored(count: number): Problem[] {
  if (count === 0) return [];
  const message = `${counted(count, 'entry', 'entries')} of the file ${count === 1 ? 'is' : 'are'} no functions or calls of known functions and ${count === 1 ? 'was' : 'were'} ignored. Write the profile again.`;
  return [{ level: 'warning', message }];
}
