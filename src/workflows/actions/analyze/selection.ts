/** Functions that are not worth measuring, and whether leaving them out did what it should. */
import { partsThatLeaveOut, stillMeasured } from '../../../measurement/selection.js';
import { namesOfRegion } from '../../../measurement/selection/names.js';
import type { PlannedSelection } from '../../../measurement/selection/planned.js';
import { chooser, nameTests } from '../../../measurement/selection/tests.js';
import type { FindingsReport } from '../../../model/findings/findings.js';
import type { Problem } from '../../../base/problem.js';
import { counted } from '../../../base/text.js';
import { type DoneStep, latestOutputs } from '../../language/declaration.js';
import { forecastDeclaration } from '../../declarations/forecast.js';

/**
 * Thresholds for functions whose measurement overhead exceeds its benefit: many calls, each so short that recording
 * distorts it (Wolf 2003, 4.7.1: measure selectively what a first run has shown to matter). Seconds per call, calls.
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

/** Message: functions were measured that were to be excluded; the reason and the remedy. */
const NOT_COMPILED =
  'the build did not recompile them, or did not use gcc, the only compiler that can exclude functions. ' +
  'Put cleaning, such as [make, clean], before build.command in trimtab.yaml.';

/** The first of several names with their verb: `f, g are still measured`. */
const stillText = (names: readonly string[]): string =>
  `${names.slice(0, 3).join(', ')} ${names.length === 1 ? 'is' : 'are'} still measured`;

/**
 * Returns the message about a trace with functions that were to be excluded.
 * @param leftOut parts of their names
 * @returns undefined if it has none
 */
export function measuredAllTheSame(
  leftOut: readonly string[],
  { functions }: Pick<FindingsReport, 'functions'>,
): Problem | undefined {
  const still = stillMeasured(functions, leftOut).map(({ region }) => region);
  if (still.length === 0) return undefined;
  return {
    level: 'warning',
    message: `Functions should be excluded, but ${stillText(still)}: ${NOT_COMPILED}`,
  };
}

/**
 * Returns the message about a run with functions that rules should have excluded.
 * @param isFunction whether a name is that of a function: regions named by the program are always recorded
 * @returns undefined if it has none
 */
export function measuredDespiteRules(
  selection: PlannedSelection,
  { functions }: Pick<FindingsReport, 'functions'>,
  isFunction: (region: string) => boolean = () => true,
): Problem | undefined {
  // Traces do not contain the linker's names.
  if (selection.functions.some(({ mangled }) => mangled === true)) return undefined;
  const choose = chooser(nameTests(selection.functions, selection.groups, selection.switched));
  // Constructs of OpenMP and calls of MPI are recorded by other means.
  const still = functions.filter(
    ({ region, place }) =>
      !/^(!\$|MPI_)/.test(region) && isFunction(region) && choose(namesOfRegion(region, place.file)) === 'exclude',
  );
  if (still.length === 0) return undefined;
  const names = stillText(still.map(({ region }) => region));
  const message = `The selection in trimtab.yaml excludes functions, but ${names}: ${WITHOUT_SLEDS}`;
  return { level: 'warning', message };
}

const WITHOUT_SLEDS =
  'they have no sleds, or the program has no symbols. Put cleaning, such as [make, clean], before build.command in ' +
  'trimtab.yaml. Build for x86-64 with a GNU or LLVM compiler, and without -s.';
/** Ratio to the forecast above which a deviation is reported. */
const TOLERANCE = 1.1;

/**
 * Compares a trace with the forecast made before it was measured.
 * @param done the steps before this analysis
 * @returns undefined without a forecast; a problem if the trace is larger
 */
export function selectionResult(
  done: readonly DoneStep[],
  report: FindingsReport,
): { readonly sentence: string; readonly problem?: Problem } | undefined {
  const said = latestOutputs(forecastDeclaration, done);
  if (said === undefined) return undefined;
  if (said.experiment === null || report.measurement === 'profile') return undefined;
  const without = said.functions === 0 ? '' : ` without ${counted(said.functions, 'function')}`;
  const all = said.functions === 0 ? '' : `, ${said.eventsOfAll.toLocaleString('en')} with all functions`;
  const sizes = `${counted(report.events, 'event')}; about ${said.events.toLocaleString('en')} were forecast${without}${all}`;
  const still = stillMeasured(report.functions, said.leaveOut).map(({ region }) => region);
  if (still.length === 0 && report.events <= TOLERANCE * said.events)
    return { sentence: `The trace is as small as forecast: ${sizes}.` };
  const message =
    still.length === 0
      ? `The trace is larger than forecast (${sizes}): the program had other arguments, or its runs differ.`
      : `The trace should exclude functions, but ${stillText(still)} (${sizes}): ${NOT_COMPILED}`;
  return { sentence: message, problem: { level: 'warning', message } };
}
