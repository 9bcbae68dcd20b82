/** `trimtab forecast`: how large a trace will be, from a run whose calls were counted. */
import { TrimtabError } from '../../base/problem.js';
import { counted as countedText, dataSize, duration, percent, plainLine } from '../../base/text.js';
import type { ExperimentStore } from '../../experiments/index.js';
import { costsOf, type Forecast, forecastOf } from '../../measurement/forecast/forecast.js';
import { leftOutOf } from '../../measurement/forecast/whatMatters.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import { freeHere } from '../../workflows/measuring/diskRoom.js';
import { type CountedExperiment, countedIn, latestCounted } from '../../workflows/measuring/counted.js';
import type { ForecastRequest } from '../arguments/run.js';
import type { Context } from '../services/context.js';
import { storeFor } from '../services/store.js';
import { find } from './experiments.js';

/** At most so many functions are named. */
const MOST_NAMED = 5;

/** Does what `trimtab forecast` asks for. @throws TrimtabError where no calls were counted */
export async function forecast(context: Context, { experiment, json }: ForecastRequest): Promise<void> {
  const store = storeFor(context.folder);
  const found = runOf(store, experiment);
  const all = forecastOf(found);
  const { functions, excludedByBudget } = leftOutOf(found, costsOf(found.definitions).function);
  const rest = forecastOf(found, new Set(functions.map(({ number }) => number)));
  const names = [...functions.map(({ region }) => region), ...excludedByBudget];
  if (json) {
    await context.terminal.json({ experiment: found.experiment.id, trace: all, leftOut: names, whatMatters: rest });
    return;
  }
  await context.terminal.lines([...lines(found, all, freeHere(store.project)), ...without(names, rest)]);
}

function runOf(store: ExperimentStore, experiment: string | undefined): CountedExperiment {
  if (experiment !== undefined) return countedIn(find(store, experiment));
  const latest = latestCounted(store);
  if (latest !== undefined) return latest;
  throw new TrimtabError(
    `No calls were counted in any experiment of ${store.project}; measure a profile: trimtab run --profile.`,
  );
}

function* lines({ experiment }: CountedExperiment, all: Forecast, free: number | undefined): Generator<string> {
  const { program, id, result } = experiment.manifest;
  const archives = all.ranks.map(({ archive }) => archive);
  const [least, most] = [Math.min(...archives), Math.max(...archives)];
  yield `${plainLine(program)} on ${countedText(all.ranks.length, 'rank')}, with the calls of ${id}`;
  yield `  Trace      about ${dataSize(all.archive)}, ${countedText(Math.round(all.events), 'event')}; ${dataSize(least)} to ${dataSize(most)} a rank`;
  yield `  Records    about ${dataSize(all.records)}, which are on the disk until the trace is written`;
  const share =
    result === undefined || result.totalTime <= 0 ? '' : `, ${percent(all.seconds / result.totalTime)} of the run`;
  yield `  Recording  about ${duration(all.seconds)} of processor time${share}`;
  if (free !== undefined) yield `  Free       ${dataSize(free)}`;
}

function* without(names: readonly string[], rest: Forecast): Generator<string> {
  if (names.length === 0) {
    yield 'No function costs more to record than it contributes. Next: trimtab run --trace';
    return;
  }
  const named = names.slice(0, MOST_NAMED).map((name) => shortFunctionName(plainLine(name)));
  const more = names.length > named.length ? ', …' : '';
  yield `Without ${countedText(names.length, 'function')} that cost more to record than they contribute (${named.join(', ')}${more}):`;
  yield `  Trace      about ${dataSize(rest.archive)}, ${countedText(Math.round(rest.events), 'event')}`;
  yield `  Recording  about ${duration(rest.seconds)} of processor time`;
  yield 'Next: trimtab run --trace-what-matters';
}
