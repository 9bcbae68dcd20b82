/** Answerers of each kind of query: the compiler reports missing ones. */
import type { QueryKind } from '../../../protocol/queries/index.js';
import type { Answerer } from './answerer.js';
import { at } from './at.js';
import { callPathNodes } from './callPathNodes.js';
import { callTree } from './callTree.js';
import { classTimes } from './classTimes.js';
import { counterValues } from './counterValues.js';
import { definitions } from './definitions.js';
import { dynamics } from './dynamics.js';
import { eventCounts } from './eventCounts.js';
import { functions } from './functions.js';
import { instances } from './instances.js';
import { iterations } from './iterations.js';
import { locations } from './locations.js';
import { locationValues } from './locationValues.js';
import { marks } from './marks.js';
import { messageBundles } from './messageBundles.js';
import { nextCall } from './nextCall.js';
import { matrix } from './matrix.js';
import { lineNodes } from './lineNodes.js';
import { nodePlace } from './nodePlace.js';
import { nodeValues } from './nodeValues.js';
import { openRegions } from './openRegions.js';
import { series } from './series.js';
import { seriesMap } from './seriesMap.js';
import { overTime } from './overTime.js';
import { search } from './search.js';
import { severities } from './severities.js';
import { stepMarks } from './stepMarks.js';
import { tiles } from './tiles.js';
import { timeline } from './timeline.js';
import { totals } from './totals.js';
import { worst } from './worst.js';
import { uncertain } from './uncertain.js';
import { valuesByPlace } from './valuesByPlace.js';
import { visitSpread } from './visitSpread.js';
import { weights } from './weights.js';
import { whatIf } from './whatIf.js';

export type Answerers = { readonly [K in QueryKind]: Answerer<K> };

export const answerers: Answerers = {
  definitions,
  callTree,
  callPathNodes,
  severities,
  nodeValues,
  locations,
  locationValues,
  totals,
  eventCounts,
  openRegions,
  iterations,
  timeline,
  tiles,
  marks,
  messageBundles,
  classTimes,
  stepMarks,
  functions,
  counterValues,
  nextCall,
  worst,
  at,
  weights,
  lineNodes,
  nodePlace,
  valuesByPlace,
  dynamics,
  series,
  seriesMap,
  search,
  matrix,
  overTime,
  instances,
  visitSpread,
  uncertain,
  whatIf,
};
