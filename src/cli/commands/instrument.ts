/** `trimtab instrument`: what is measured of a program, and why. */
import { resolve } from 'node:path';
import { TrimtabError } from '../../base/problem.js';
import { counted, plainLine } from '../../base/text.js';
import {
  isMeasured,
  type MeasuringReason,
  type SledFunction,
  sledFunctions,
} from '../../measurement/sleds/functions.js';
import { NO_SELECTION, type PlannedSelection } from '../../measurement/selection/planned.js';
import { wholeSelection } from '../../measurement/selection/settings.js';
import { selectedFunctions } from '../../measurement/sleds/selected.js';
import { findConfiguration, loadConfiguration } from '../../workflows/index.js';
import type { InstrumentRequest } from '../arguments/instrument.js';
import type { Context } from '../services/context.js';
import { demangled } from '../services/demangled.js';
import { columnWidths, fit, padEnd, padStart } from '../terminal/layout.js';

const WORDS: Readonly<Record<MeasuringReason, string>> = {
  'begins the program': 'entry point of the program',
  parallel: 'leads to MPI or OpenMP',
  loop: 'has a loop',
  large: 'has 200 instructions or more',
  short: 'short, without a loop, and does not lead to MPI or OpenMP',
  system: 'from a system header',
  excluded: 'in an excluded file',
  unselected: 'excluded by the selection in trimtab.yaml',
  'asked for': 'included by the selection in trimtab.yaml',
  tiny: 'shorter than its measurement overhead',
  outlined: 'body of an OpenMP construct, which is measured instead',
};

/** Returns readable names of the functions; mangled ones if no demangler is available. */
function readableNames(functions: readonly SledFunction[], signal: AbortSignal): Promise<string[]> {
  const names = functions.map(({ linkageName, address }) => linkageName ?? `0x${address.toString(16)}`);
  return demangled(names, [], signal);
}

/** Returns the selection in the project's trimtab.yaml, if there is one. */
function selectionOf(folder: string): PlannedSelection {
  const path = findConfiguration(folder);
  return path === undefined ? NO_SELECTION : wholeSelection(loadConfiguration(path).selection, path);
}

/** Those that are measured first, then those with the most instructions. */
function inOrder(functions: readonly SledFunction[]): SledFunction[] {
  const weight = ({ reason, instructions }: SledFunction): number => (isMeasured(reason) ? 1e9 : 0) + instructions;
  return [...functions].sort((left, right) => weight(right) - weight(left));
}

/** `trimtab instrument explain`. @throws TrimtabError if the program contains no information about functions */
export async function instrument(context: Context, { program, json }: InstrumentRequest): Promise<void> {
  const { terminal } = context;
  const functions = sledFunctions(resolve(context.folder, program));
  if (functions === undefined)
    throw new TrimtabError(`Cannot read ${program} as a program. Name an executable or a shared library.`);
  if (functions.length === 0)
    throw new TrimtabError(
      `${program} has no functions with sleds. Build it with trimtab-cc or trimtab-build on x86-64, with a GNU or LLVM compiler.`,
    );
  // The library that programs ask writes types of the standard as they are spelled, as -i does.
  const meanings = (names: readonly string[]): Promise<string[]> => demangled(names, ['-i'], context.signal);
  const listed = inOrder(await selectedFunctions(functions, selectionOf(context.folder), meanings));
  const names = await readableNames(listed, context.signal);
  if (json) {
    const entries = listed.map((each, index) => ({ name: names[index], ...each, measured: isMeasured(each.reason) }));
    await terminal.json(entries);
    return;
  }
  const rows = listed.map(({ reason, instructions }, index) => [
    isMeasured(reason) ? 'yes' : 'no',
    String(instructions),
    plainLine(names[index] ?? ''),
    WORDS[reason],
  ]);
  await terminal.lines(table([['measured', 'instructions', 'function', 'reason'], ...rows], terminal.width));
  const measured = listed.filter(({ reason }) => isMeasured(reason)).length;
  terminal.status(
    `${measured} of ${counted(listed.length, 'function')} are measured from the start. Expensive ones are switched off while the program runs.\n`,
  );
}

/** Columns; the names of functions give way where the terminal is narrow. */
function table(rows: readonly (readonly string[])[], width: number): string[] {
  const [first = 0, second = 0, third = 0, last = 0] = columnWidths(rows);
  const room = Math.max(20, Math.min(third, width - first - second - last - 6));
  return rows.map(([measured = '', instructions = '', name = '', reason = '']) =>
    `${padEnd(measured, first)}  ${padStart(instructions, second)}  ${padEnd(fit(name, room), room)}  ${reason}`.trimEnd(),
  );
}
