import { choosesFunctions } from '../../../measurement/plan.js';
import { type Alike, type CountedExperiment, countedIn, newestCounted } from '../../measuring/counted.js';
import { traceForecast } from '../../measuring/traceForecast.js';
import { action, type ActionContext } from '../../steps/action.js';
import { measurementOf } from '../../steps/measurement.js';
import { siteOf } from '../../steps/site.js';
import { forecastDeclaration } from '../../declarations/forecast.js';

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
  const { leaveOut, functions, all, rest, sentence } = traceForecast(found, plan, ranks);
  context.tell(sentence);
  // Without a progress display, as in a pipe, the user reads it before the trace is measured.
  context.log(`${sentence}\n`);
  const leftOutFunctions = [...plan.leftOutFunctions, ...leaveOut];
  return {
    experiment: found.experiment.id,
    leaveOut: [...leaveOut],
    functions,
    needsBuild: leaveOut.length > 0 && choosesFunctions({ ...plan, leftOutFunctions }),
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
