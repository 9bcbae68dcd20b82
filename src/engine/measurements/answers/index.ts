/** How each kind of query is answered: the compiler says which is missing. */
import type { QueryKind } from '../../../protocol/queries/index.js';
import type { Answerer } from './answerer.js';
import { at } from './at.js';
import { callPathNodes } from './callPathNodes.js';
import { callTree } from './callTree.js';
import { definitions } from './definitions.js';
import { eventCounts } from './eventCounts.js';
import { iterations } from './iterations.js';
import { locations } from './locations.js';
import { locationValues } from './locationValues.js';
import { marks } from './marks.js';
import { nodePlace } from './nodePlace.js';
import { nodeValues } from './nodeValues.js';
import { openRegions } from './openRegions.js';
import { severities } from './severities.js';
import { tiles } from './tiles.js';
import { timeline } from './timeline.js';
import { totals } from './totals.js';
import { worst } from './worst.js';
import { valuesByPlace } from './valuesByPlace.js';
import { weights } from './weights.js';

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
  worst,
  at,
  weights,
  nodePlace,
  valuesByPlace,
};
