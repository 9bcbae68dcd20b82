import { projectRanges } from '../measuring/ranges.js';
import { type Measurement, OF_THIS_MACHINE, settleMeasurement } from '../configuration/measurement.js';
import type { MeasurementPlan } from '../../measurement/plan.js';
import { recordedPlan } from '../../measurement/planRecord.js';
import { environmentOf } from '../provenance/facts.js';
import { latestOutputs } from '../language/declaration.js';
import type { ActionContext } from './action.js';
import { instrumentDeclaration } from '../declarations/instrument.js';
import { reduceDeclaration } from '../declarations/reduce.js';
import type { Site } from './site.js';

/** Arguments of a step that affect its measurement. */
interface OwnSettings {
  /** Its variables. */
  readonly own?: Readonly<Record<string, string>> | undefined;
  readonly mode?: MeasurementPlan['mode'] | undefined;
  /** An experiment that is measured again in the same way. */
  readonly like?: string | undefined;
}

/**
 * Returns how a step measures the program it builds or runs, including the `instrument` and `reduce` steps before it
 * and its own variables.
 * @throws TrimtabError when a variable of the probe is invalid
 */
export async function measurementOf(
  context: ActionContext,
  { target, isHere }: Site,
  { own = {}, mode, like }: OwnSettings = {},
): Promise<Measurement> {
  const { environment = {}, exclude = [] } = latestOutputs(instrumentDeclaration, context.done) ?? {};
  const there = {
    variables: await environmentOf(target),
    where: isHere ? OF_THIS_MACHINE : `the environment of ${target.name}`,
  };
  const said = [
    { variables: environment, where: 'the environment of the instrument step' },
    { variables: own, where: 'the environment of the step' },
  ];
  return settleMeasurement(context.configuration, there, {
    said,
    leftOut: exclude,
    mode,
    ranges: projectRanges(context.configuration.project, context.configuration.sources).ranges,
    rules: latestOutputs(reduceDeclaration, context.done)?.rules,
    like: like === undefined ? undefined : recordedPlan(context.store.get(like).manifest),
  });
}
