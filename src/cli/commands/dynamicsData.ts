/** Data for a map of iterations and ranks, from an open experiment. */
import { TrimtabError } from '../../base/problem.js';
import type { AskRun } from '../../engine/pictures/openedRun.js';
import { counted } from '../../base/text.js';
import { callPathOf } from '../../model/dynamics/dynamicsText.js';
import { DURATION } from '../../model/dynamics/series.js';
import { locationNames } from '../../model/names.js';
import type { DynamicsData } from '../../pictures/dynamics/picture.js';
import { seriesName, sentSeries } from '../../pictures/dynamics/sentSeries.js';
import type { PictureRequest } from '../arguments/picture.js';

/** Pixels of a column at least. */
const NARROWEST = 1.5;

/** The series of a change; that of whole iterations where nothing changes. @throws TrimtabError where there is no loop, or no such change */
export function dynamicsData(ask: AskRun, request: Pick<PictureRequest, 'change' | 'width'>): DynamicsData {
  const { head, columns } = ask('dynamics', {});
  const { report, metrics: listed, counters } = head;
  if (report.loops.length === 0) throw new TrimtabError(report.none ?? 'This run has no values by iteration.');
  const found = report.findings.toSorted((one, other) => other.excess - one.excess);
  const chosen = found[request.change - 1];
  if (chosen === undefined && request.change > 1)
    throw new TrimtabError(
      `The run has ${counted(found.length, 'change')} by iteration, and no change ${request.change}.`,
    );
  const { metrics, definitions } = ask('definitions', {}).head;
  const tree = ask('callTree', {}).columns;
  const all = sentSeries({ metrics: listed, counters, ...columns }, { metrics, regions: definitions.regions, tree });
  const isChosen = ({ metric, node }: (typeof all)[number]): boolean =>
    chosen === undefined ? metric === DURATION : metric === chosen.metric && node === callPathOf(chosen);
  const series = all.find(isChosen);
  if (series === undefined) throw new TrimtabError('The run has no values of what changes by iteration.');
  const { metric, node, counter } = series;
  const most = Math.max(1, Math.floor(request.width / NARROWEST));
  const answer = ask('series', { metric, node, locations: null, most });
  const names = locationNames(definitions);
  const same = found.filter(
    (finding) => finding !== chosen && finding.metric === metric && callPathOf(finding) === node,
  );
  return {
    title: seriesName(series),
    map: { unit: counter ?? 'seconds', ...answer.head, ...answer.columns },
    nameOf: (location) => names[location] ?? `location ${location}`,
    findings: chosen === undefined ? same : [chosen, ...same],
  };
}
