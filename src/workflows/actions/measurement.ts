import { type Measurement, OF_THIS_MACHINE, settleMeasurement } from '../measuring/measurement.js';
import { environmentOf } from '../provenance/facts.js';
import type { ActionContext } from '../runner/action.js';
import { doneStep, textsOf, variablesOf } from './arguments.js';
import type { Site } from './site.js';

/**
 * How a step measures what it builds or runs: as the `instrument` step before it and its own variables say too.
 * @throws TrimtabError when a variable of the probe makes no sense
 */
export async function measurementOf(context: ActionContext, { target, isHere }: Site): Promise<Measurement> {
  const instrumented = doneStep(context.done, 'instrument')?.outputs ?? {};
  const there = {
    variables: await environmentOf(target),
    where: isHere ? OF_THIS_MACHINE : `the environment of ${target.name}`,
  };
  const said = [
    { variables: variablesOf(instrumented, 'environment'), where: 'the environment of the instrument step' },
    { variables: variablesOf(context.arguments, 'environment'), where: 'the environment of the step' },
  ];
  return settleMeasurement(context.configuration, there, { said, leftOut: textsOf(instrumented, 'exclude') ?? [] });
}
