/** Schema of a dynamics report, in files and in messages. Mirrors DynamicsReport. */
import * as v from 'valibot';
import {
  type CounterChange,
  DYNAMICS_PROPERTIES,
  type DynamicsFinding,
  type DynamicsPattern,
  type DynamicsReport,
  type LoopSummary,
  PATTERN_KINDS,
  type SeverityRow,
} from './dynamics.js';
import { ITERATION_SOURCES } from './series.js';
import { EQUIVALENCES, type IterationCluster, type RepresentedMetric, type SimilarIterations } from './similar.js';
import { callPathStep, count, type Entries, number, place } from '../findings/reportWords.js';

const index = v.pipe(v.number(), v.integer(), v.minValue(-1));

const pattern = v.looseObject({
  kind: v.picklist(PATTERN_KINDS),
  first: count,
  last: count,
  top: v.exactOptional(count),
  costsUntil: v.exactOptional(count),
  recovered: v.exactOptional(v.boolean()),
  before: number,
  after: number,
  excess: number,
  accumulated: number,
  severity: number,
} satisfies Entries<DynamicsPattern>);

const counterChange = v.looseObject({
  name: v.string(),
  unit: v.string(),
  before: number,
  after: number,
} satisfies Entries<CounterChange>);

const finding = v.looseObject({
  property: v.picklist(DYNAMICS_PROPERTIES),
  metric: v.string(),
  node: index,
  callPath: v.array(callPathStep),
  place: v.exactOptional(place),
  locations: v.array(count),
  cluster: count,
  severity: number,
  shareOfRun: number,
  excess: number,
  variability: number,
  shortScales: number,
  wideScales: number,
  patterns: v.array(pattern),
  others: v.exactOptional(v.looseObject({ count, excess: number })),
  recursEvery: v.exactOptional(number),
  letters: v.string(),
  bins: v.array(number),
  sentence: v.string(),
  counters: v.exactOptional(v.array(counterChange)),
  explanation: v.string(),
  advice: v.string(),
  related: v.array(count),
} satisfies Entries<DynamicsFinding>);

const loop = v.looseObject({
  source: v.picklist(ITERATION_SOURCES),
  name: v.string(),
  parent: index,
  members: v.array(count),
  count,
  coverage: number,
  regularity: number,
  callPath: v.array(callPathStep),
  place: v.exactOptional(place),
  meanDuration: number,
  variation: number,
  bins: v.array(number),
  sentence: v.string(),
} satisfies Entries<LoopSummary>);

const row = v.looseObject({
  property: v.exactOptional(v.picklist(DYNAMICS_PROPERTIES)),
  metric: v.string(),
  node: index,
  callPath: v.array(callPathStep),
  locations: v.array(count),
  where: v.string(),
  extents: v.array(v.tuple([count, count])),
  severity: number,
} satisfies Entries<SeverityRow>);

const cluster = v.looseObject({
  representative: count,
  count,
  share: number,
  mean: number,
  deviation: number,
  structure: v.nullable(count),
  iterations: v.array(v.tuple([count, count])),
} satisfies Entries<IterationCluster>);

const represented = v.looseObject({
  metric: v.string(),
  total: number,
  represented: number,
} satisfies Entries<RepresentedMetric>);

const similar = v.looseObject({
  clusters: v.array(cluster),
  typical: count,
  structures: v.object({ weak: count, strong: count }),
  equivalence: v.exactOptional(v.picklist(EQUIVALENCES)),
  deviation: number,
  metrics: v.array(represented),
} satisfies Entries<SimilarIterations>);

export const dynamicsReport: v.GenericSchema<DynamicsReport> = v.looseObject({
  format: v.literal('trimtab-dynamics'),
  version: v.literal(1),
  loops: v.array(loop),
  none: v.exactOptional(v.string()),
  loopTime: number,
  findings: v.array(finding),
  similar: v.exactOptional(similar),
  table: v.exactOptional(v.array(row)),
} satisfies Entries<DynamicsReport>);
