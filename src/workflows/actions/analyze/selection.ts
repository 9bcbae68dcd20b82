/** Functions that are not worth measuring, and whether leaving them out did what it should. */
import { partsThatLeaveOut, stillMeasured } from '../../../measurement/selection.js';
import { namesOfRegion } from '../../../measurement/selection/names.js';
import type { PlannedSelection } from '../../../measurement/selection/planned.js';
import { chooser, nameTests } from '../../../measurement/selection/tests.js';
import type { FindingsReport } from '../../../model/findings.js';
import type { Problem } from '../../../base/problem.js';
import { counted } from '../../../base/text.js';
import { type DoneStep, latestOutputs } from '../../language/declaration.js';
import { instrumentDeclaration } from '../instrument/declaration.js';
import { analyzeDeclaration } from './declaration.js';

/**
 * Functions whose measurement costs more than it tells: called often, and each call so short that recording it changes
 * it (Wolf 2003, 4.7.1: measure selectively what a first run has shown to matter). Seconds a call, calls.
 */
const SHORT_CALL = 1e-6;
const OFTEN = 10_000;

/** Parts of names by which compilers leave those functions out, and none that matters. */
export function shortFunctions(functions: FindingsReport['functions']): string[] {
  const isShort = ({ visits, exclusive }: FindingsReport['functions'][number]): boolean =>
    visits >= OFTEN && exclusive / visits < SHORT_CALL;
  const others = functions.filter((one) => !isShort(one));
  return [...partsThatLeaveOut(functions.filter(isShort), others)];
}

/** Why functions are measured that were to be left out, and what to do. */
const NOT_COMPILED =
  'the build did not compile them again, or not with gcc, ' +
  'which alone can leave functions out; put its cleaning, such as [make, clean], before build.command in trimtab.yaml.';

/** The first of several names with their verb: `f, g are still measured`. */
const stillText = (names: readonly string[]): string =>
  `${names.slice(0, 3).join(', ')} ${names.length === 1 ? 'is' : 'are'} still measured`;

/**
 * What to say of a trace with functions that were to be left out.
 * @param leftOut parts of their names
 * @returns undefined where it has none
 */
export function measuredAllTheSame(
  leftOut: readonly string[],
  { functions }: Pick<FindingsReport, 'functions'>,
): Problem | undefined {
  const still = stillMeasured(functions, leftOut).map(({ region }) => region);
  if (still.length === 0) return undefined;
  return {
    level: 'warning',
    message: `Functions were to be left out, but ${stillText(still)}: ${NOT_COMPILED}`,
  };
}

/** @returns a problem where a trace has functions that rules should have left out; undefined where it has none */
export function measuredDespiteRules(
  selection: PlannedSelection,
  { functions }: Pick<FindingsReport, 'functions'>,
): Problem | undefined {
  // Traces do not tell the linker's names.
  if (selection.functions.some(({ mangled }) => mangled === true)) return undefined;
  const choose = chooser(nameTests(selection.functions, selection.groups, selection.switched));
  // Constructs of OpenMP and calls of MPI are recorded by other means.
  const still = functions.filter(
    ({ region, place }) => !/^(!\$|MPI_)/.test(region) && choose(namesOfRegion(region, place.file)) === 'exclude',
  );
  if (still.length === 0) return undefined;
  const names = stillText(still.map(({ region }) => region));
  const message = `Functions were to be left out by the selection in trimtab.yaml, but ${names}: ${WITHOUT_SLEDS}`;
  return { level: 'warning', message };
}

const WITHOUT_SLEDS =
  'they have no sleds, or the program has no symbols; put cleaning, such as [make, clean], before build.command in ' +
  'trimtab.yaml, and build with compilers of GNU or LLVM for x86-64 and without -s.';

/**
 * How a trace differs from the one before functions were left out by an `instrument` step.
 * @param done the steps before this analysis
 * @returns undefined when none were left out; a problem where that had no effect
 */
export function selectionResult(
  done: readonly DoneStep[],
  report: FindingsReport,
): { readonly sentence: string; readonly problem?: Problem } | undefined {
  const chosen = done.findLastIndex((step) => latestOutputs(instrumentDeclaration, [step]) !== undefined);
  const parts = latestOutputs(instrumentDeclaration, done)?.exclude ?? [];
  const before = latestOutputs(analyzeDeclaration, done.slice(0, Math.max(0, chosen)))?.events;
  if (parts.length === 0 || before === undefined) return undefined;
  const sizes = `${counted(report.events, 'event')}, ${before.toLocaleString('en')} before`;
  const still = stillMeasured(report.functions, parts).map(({ region }) => region);
  if (still.length === 0 && report.events < before) return { sentence: `The trace has shrunk: ${sizes}.` };
  const fault = still.length === 0 ? 'the trace did not shrink' : stillText(still);
  const message = `Short functions were to be left out, but ${fault} (${sizes}): ${NOT_COMPILED}`;
  return { sentence: message, problem: { level: 'warning', message } };
}
