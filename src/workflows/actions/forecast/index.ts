import { costsOf } from '../../../measurement/forecast/forecast.js';
import { leftOutOf } from '../../../measurement/forecast/whatMatters.js';
import { choosesFunctions } from '../../../measurement/plan.js';
import { counted as countedText, dataSize } from '../../../base/text.js';
import { type Alike, type CountedExperiment, countedIn, forecastFor, newestCounted } from '../../measuring/counted.js';
import { action, type ActionContext } from '../../runner/action.js';
import { measurementOf } from '../measurement.js';
import { siteOf } from '../site.js';
import { forecastDeclaration } from './declaration.js';

const UNKNOWN = {
  experiment: null,
  leaveOut: [],
  functions: 0,
  needsBuild: false,
  events: 0,
  bytes: 0,
  records: 0,
  seconds: 0,
  eventsOfAll: 0,
  bytesOfAll: 0,
};

/** Forecasts a trace, and chooses what it can do without. */
export const forecast = action(forecastDeclaration, async (context, given) => {
  const site = await siteOf(context, given.get('target'));
  const { plan } = await measurementOf(context, site);
  const found = countedRun(context, given.get('experiment'), { target: site.target.name, plan });
  if (found === undefined) {
    context.tell(`No run of ${context.configuration.program} on ${site.target.name} has its calls counted.`);
    return UNKNOWN;
  }
  const ranks = given.get('ranks') ?? context.configuration.ranks;
  const { parts, functions } = leftOutOf(found, costsOf(found.definitions).function);
  const all = forecastFor(found, plan, ranks);
  const leftOutFunctions = [...new Set([...plan.leftOutFunctions, ...parts])];
  const rest = forecastFor(found, { ...plan, leftOutFunctions }, ranks);
  const without =
    functions.length === 0
      ? ''
      : `, without ${countedText(functions.length, 'function')} (${dataSize(all.archive)} with them)`;
  context.tell(`The trace will take about ${dataSize(rest.archive)}${without}.`);
  return {
    experiment: found.experiment.id,
    leaveOut: [...parts],
    functions: functions.length,
    needsBuild: parts.length > 0 && choosesFunctions({ ...plan, leftOutFunctions }),
    events: Math.round(rest.events),
    bytes: rest.archive,
    records: rest.records,
    seconds: rest.seconds,
    eventsOfAll: Math.round(all.events),
    bytesOfAll: all.archive,
  };
});

function countedRun(
  { configuration, store }: ActionContext,
  experiment: string | undefined,
  wanted: Pick<Alike, 'target' | 'plan'>,
): CountedExperiment | undefined {
  if (experiment === undefined || experiment === '')
    return newestCounted(store, { program: configuration.program, ...wanted });
  return countedIn(store.get(experiment));
}
