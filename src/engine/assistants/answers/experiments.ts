import { counted } from '../../../base/text.js';
import { plainLine, plainName } from '../../../base/plainText.js';
import type { ExperimentSummary } from '../../../experiments/index.js';
import type { AskedExperiments } from '../asked.js';
import { pageOf } from '../page.js';
import { type Answer, figure, percentage, titleOf, type Told } from '../fields.js';
import type { Ask } from '../tools.js';

/** The experiments there are. */
export async function listExperiments(ask: Ask<'list_experiments'>, asked: AskedExperiments): Promise<Answer> {
  const found = await asked.list(ask.search);
  const { rows, page } = pageOf(found, ask, rowOf);
  const fitting = ask.search === undefined ? '' : ' that fit the search';
  return { summary: `${counted(found.length, 'experiment')}${fitting}, newest first.`, content: { page, rows } };
}

/** Maximum number of tags in an answer. */
const MOST_TAGS = 8;

function rowOf(summary: ExperimentSummary): Told {
  const { id, name, program, state, created, target, processes, measurement, span, totalTime, worst } = summary;
  const { doubt, problem, note, tags, baseline } = summary;
  return {
    ...{ id, name: plainName(name), program: plainName(program), state, created, target: plainName(target) },
    ...{ processes, measurement: measurement ?? 'trace' },
    ...(span === undefined ? {} : { runTimeSeconds: figure(span) }),
    ...(totalTime === undefined ? {} : { totalTimeSecondsOfAllLocations: figure(totalTime) }),
    ...(worst === undefined ? {} : { worst: worstFields(worst) }),
    ...(doubt === undefined ? {} : { doubt: plainLine(doubt) }),
    ...(problem === undefined ? {} : { problem: plainLine(problem) }),
    ...(note === undefined ? {} : { note: plainLine(note) }),
    ...(tags.length === 0 ? {} : { tags: tags.slice(0, MOST_TAGS).map(plainName) }),
    ...(baseline ? { baseline } : {}),
  };
}

function worstFields({ property = '', title, severity }: NonNullable<ExperimentSummary['worst']>): Told {
  return {
    ...(property === '' ? {} : { property: plainName(property) }),
    title: titleOf(property, title),
    percentOfTotalTime: percentage(severity),
  };
}
