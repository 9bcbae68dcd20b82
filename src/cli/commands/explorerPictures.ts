/** Data of the Explorer's pictures, from an open experiment. */
import { TrimtabError } from '../../base/problem.js';
import { ExplorerRun } from '../../engine/pictures/explorerRun.js';
import { flameData } from '../../engine/pictures/flameData.js';
import type { AskRun, OpenedRun } from '../../engine/pictures/openedRun.js';
import { severityScales } from '../../pictures/colors/severity.js';
import type { Picture } from '../../pictures/drawing/drawList.js';
import { barsPicture } from '../../pictures/explorer/bars.js';
import { captioned } from '../../pictures/explorer/captioned.js';
import { histogramPicture, type ScatterData, scatterPicture } from '../../pictures/explorer/distribution.js';
import type { Diagram } from '../../pictures/explorer/diagram.js';
import { flamePicture } from '../../pictures/explorer/flamePicture.js';
import { matrixPicture } from '../../pictures/explorer/matrix.js';
import { type PlacesData, placesPicture } from '../../pictures/explorer/places.js';
import { mapLayout } from '../../pictures/explorer/systemLayout.js';
import { searchPicture } from '../../pictures/explorer/search.js';
import { boxesPicture } from '../../pictures/explorer/spread.js';
import { overTimePicture } from '../../pictures/explorer/overTime.js';
import { valueMapPicture } from '../../pictures/explorer/valueMap.js';
import { windowText } from '../../pictures/timeline/axis.js';
import { namesOf } from '../../pictures/timeline/waitSentence.js';
import { MOST_VISITS } from '../../protocol/queries/instances.js';
import { MOST_CELLS } from '../../protocol/queries/matrix.js';
import { pathBoxes, propertyBoxes, rankBoxes } from './explorerBoxes.js';
import type { PictureRequest } from '../arguments/picture.js';

export type ExplorerView = Exclude<PictureRequest['view'], 'timeline' | 'dynamics'>;

const FUNCTIONS = 5;
const BINS = 400;

const boxesBy = { path: pathBoxes, property: propertyBoxes, rank: rankBoxes } as const;

/**
 * A picture of the Explorer. @param compared the experiment that it is compared with
 * @throws TrimtabError where the experiment has not what is asked for
 */
export function explorerPicture(
  opened: OpenedRun,
  view: ExplorerView,
  request: PictureRequest,
  compared?: OpenedRun,
): Picture {
  return captioned(diagramOf(opened, view, request, compared));
}

function diagramOf(opened: OpenedRun, view: ExplorerView, request: PictureRequest, compared?: OpenedRun): Diagram {
  const { ask } = opened;
  const run = new ExplorerRun(ask, request);
  const room = { width: request.width, scale: severityScales[request.theme] };
  switch (view) {
    case 'matrix':
      return matrixPicture(matrixData(ask, run, request), room);
    case 'search': {
      const { head } = ask('search', {});
      const titleOf = (name: string): string => head.titles[name] ?? run.titleOf(name);
      return searchPicture({ ...head, titleOf, locationOf: (at) => run.locationOf(at) }, room);
    }
    case 'bars': {
      const { head, columns } = ask('valuesByPlace', { rows: [run.chosen], functions: FUNCTIONS, ...run.part });
      const parts = Array.from(columns.region, (region, at) => ({
        title: run.regionName(region),
        values: run.ordered(columns.value, at + 1),
      }));
      const whole = run.ordered(columns.value, 0);
      const { names, uncertain } = run;
      return barsPicture({ what: run.what, unit: head.unit, names, whole, parts, uncertain }, room);
    }
    case 'histogram': {
      const { head, columns } = run.weights();
      const values = run.ordered(columns.place, 0);
      return histogramPicture({ what: run.what, unit: head.unit, names: run.names, values }, room);
    }
    case 'scatter':
      return scatterPicture(scatterData(run, request), room);
    case 'boxes':
      return boxesPicture(boxesBy[request.boxes](ask, run), room);
    case 'flame':
      return flamePicture(flameData(opened, request, compared), room);
    case 'map':
      return placesPicture(mapData(run, request), room);
    case 'topology':
      return placesPicture(run.placed(run.weights(), request.topology), room);
    case 'time': {
      const { head, columns } = ask('overTime', { ...run.chosen, locations: null, bins: BINS });
      return overTimePicture({ what: run.what, ...head, ...columns }, room);
    }
    case 'valuemap':
      return valueMapPicture(visitData(ask, run), room);
  }
}

/** @throws TrimtabError where locations cannot be folded as requested */
function mapData(run: ExplorerRun, { fold }: PictureRequest): PlacesData {
  const { head, columns } = run.weights();
  const layout = mapLayout(run.system, fold);
  if (layout === undefined)
    throw new TrimtabError(
      'No process of this experiment has several threads: use --fold node, or a number of columns.',
    );
  const { what, names, uncertain } = run;
  return { what, unit: head.unit, names, values: run.ordered(columns.place, 0), uncertain, layout };
}

/** The visits of a call path. */
function visitData(ask: AskRun, run: ExplorerRun) {
  const node = run.node();
  const asked = { node, fold: 'max' as const, most: MOST_VISITS, ...run.visitProperty };
  const { head, columns } = ask('instances', asked);
  return {
    ...{ name: run.functionOf(node), value: columns.value, fold: asked.fold, ...head },
    rows: Array.from(columns.location, (at) => run.locationOf(at)),
    ...(asked.property === undefined ? {} : { property: run.title }),
  };
}

/** The metric that is asked for upwards, another one across. @throws TrimtabError */
function scatterData(run: ExplorerRun, { against }: PictureRequest): ScatterData {
  const [up, across] = [run.weights(), run.weights(against)];
  return {
    names: run.names,
    across: { what: run.titleOf(against), unit: across.head.unit, values: run.ordered(across.columns.place, 0) },
    up: { what: run.what, unit: up.head.unit, values: run.ordered(up.columns.place, 0) },
  };
}

function matrixData(ask: AskRun, { part }: ExplorerRun, { of }: PictureRequest) {
  const { window } = part;
  const { head, columns } = ask('matrix', { of, most: MOST_CELLS, ...part });
  const { unit, processes, folded, messages } = head;
  return {
    ...{ of, unit, processes, folded, messages, names: namesOf(columns), value: columns.value },
    when: window === undefined ? 'the whole run' : windowText(window),
  };
}
