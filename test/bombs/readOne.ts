/**
 * Reads one file, in a separate process whose memory is bounded, and prints the result as JSON: `readOne PATH TIMES`.
 * All data that readers keep is charged that many times.
 */
import { TrimtabError } from '../../src/base/problem.js';
import { Cost } from '../../src/formats/profile/memoryBudget.js';
import { openMeasurement } from '../../src/formats/registry.js';

interface ReadResult {
  /** The sentence that refuses the file. */
  readonly refusal?: string;
  readonly callPaths?: number;
  /** Of all call paths. */
  readonly samples?: number;
  readonly warnings?: readonly string[];
}

function read(path: string): ReadResult {
  try {
    const opened = openMeasurement(path);
    if (opened.kind === 'trace') return {};
    const { space, problems } = opened.profile;
    const samples = space.severities.get('samples')?.value.reduce((sum, value) => sum + value, 0);
    return {
      callPaths: space.callTree.size,
      ...(samples === undefined ? {} : { samples }),
      warnings: problems.flatMap(({ level, message }) => (level === 'warning' ? [message] : [])),
    };
  } catch (error) {
    if (error instanceof TrimtabError) return { refusal: error.message };
    throw error;
  }
}

const [, , path = '', times = '1'] = process.argv;
Object.assign(Cost, Object.fromEntries(Object.entries(Cost).map(([kept, bytes]) => [kept, bytes * Number(times)])));
process.stdout.write(JSON.stringify(read(path)));
