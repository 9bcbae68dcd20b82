/** `trimtab experiments changes`: from which experiment on a program takes longer, or less. */
import { present } from '../../base/present.js';
import { resolve } from 'node:path';
import { TrimtabError } from '../../base/problem.js';
import { counted, plainLine } from '../../base/text.js';
import {
  changePointsOf,
  changeSentence,
  checkHistory,
  type ChangePoints,
  type Experiment,
  followedTogether,
  type HistoryValue,
  regressionOf,
  seriesOf,
  versionOf,
} from '../../experiments/index.js';
import type { Context } from '../services/context.js';
import { storeFor } from '../services/store.js';
import type { ExperimentsRequest } from '../arguments/experiments.js';
import { tellAcceptance } from './experimentFiles.js';
import { find } from './experiments.js';
import { wrap } from '../terminal/layout.js';
import { runsOfNewest } from './scaling.js';

type Request = Extract<ExperimentsRequest, { command: 'changes' }>;

/** One value, followed through experiments. */
interface Followed extends ChangePoints {
  readonly property: string;
  readonly title: string;
  readonly runs: readonly HistoryValue[];
}

const ALWAYS = ['span', 'time'];

/** Prints the changes, oldest first. @throws TrimtabError also when a criterion is not met */
export async function changes(context: Context, request: Request): Promise<void> {
  const { terminal } = context;
  const experiments = chosen(context, request);
  const followed = [...ALWAYS, ...request.metrics].map((property) => follow(property, experiments, context));
  if (request.format === 'json') await terminal.json(asJson(followed));
  else await terminal.lines(followed.flatMap((one) => linesOf(one).flatMap((line) => wrap(line, terminal.width))));
  if (request.accept.length === 0) return;
  const judged = followed.map(({ title, points, runs, tooFew }) => {
    const regression = regressionOf(points);
    return {
      title: title.toLowerCase(),
      regression: regression === undefined ? undefined : changeSentence(title, runs, regression),
      ...present({ tooFew }),
    };
  });
  tellAcceptance(context, checkHistory(judged, request.accept));
}

/** Those that were named, else all that are like the newest one. */
function chosen({ folder }: Context, { project, ids }: Request): Experiment[] {
  const store = storeFor(resolve(folder, project));
  if (ids.length > 0) return ids.map((id) => find(store, id));
  const newestFirst = runsOfNewest(store);
  const newest = newestFirst[0];
  return newest === undefined
    ? []
    : newestFirst.filter((experiment) => followedTogether(experiment) === followedTogether(newest));
}

function follow(property: string, experiments: readonly Experiment[], { terminal }: Context): Followed {
  const byId = new Map(experiments.map((experiment) => [experiment.manifest.id, experiment]));
  const known = (id: string): Experiment => {
    const experiment = byId.get(id);
    if (experiment === undefined) throw new TrimtabError(`There is no experiment ${id}.`);
    return experiment;
  };
  const { title, points, problems } = seriesOf({ property, experiments: [...byId.keys()] }, known);
  for (const { message } of problems) terminal.status(`trimtab: ${plainLine(message)}\n`);
  const runs = points.map(({ id, name, value }) => ({ id, name, value, ...versionOf(known(id)) }));
  return { property, title, runs, ...changePointsOf(runs) };
}

function linesOf({ title, points, runs, tooFew }: Followed): string[] {
  if (tooFew !== undefined) return [`${title}: ${tooFew}`];
  if (points.length === 0) return [`${title} shows no change over ${counted(runs.length, 'experiment')}.`];
  return points.map((point) => changeSentence(title, runs, point));
}

function asJson(followed: readonly Followed[]) {
  return {
    ...{ format: 'trimtab-changes', version: 1 },
    followed: followed.map(({ property, title, runs, points, tooFew }) => ({
      ...{ property, title, ...present({ tooFew }) },
      runs: runs.map(({ id, name, value, commit }) => ({
        id,
        name,
        value,
        ...present({ commit }),
      })),
      changes: points.map((point) => ({
        ...{ id: runs[point.index]?.id, kind: point.kind, before: point.before, after: point.after, runs: point.runs },
        sentence: changeSentence(title, runs, point),
      })),
    })),
  };
}
