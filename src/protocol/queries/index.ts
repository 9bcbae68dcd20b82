/** All that can be asked of an open experiment's measurement: one declaration a kind. */
import * as v from 'valibot';
import { at } from './at.js';
import { callPathNodes } from './callPathNodes.js';
import { callTree } from './callTree.js';
import type { QueryDeclaration } from './declaration.js';
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

export const queries = {
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
} as const;

type Queries = typeof queries;
export type QueryKind = keyof Queries;
/** Parameters of a query of a kind. */
export type Ask<K extends QueryKind> = v.InferOutput<Queries[K]['ask']>;
/** Answer to a query of a kind. */
export interface Answer<K extends QueryKind> {
  readonly head: v.InferOutput<Queries[K]['head']>;
  readonly columns: v.InferOutput<Queries[K]['columns']>;
}

type Declarations = {
  readonly [K in QueryKind]: QueryDeclaration<Ask<K>, Answer<K>['head'], Answer<K>['columns']>;
};
const declarations: Declarations = queries;

/** A query or an answer does not conform to its declaration: a defect of the other side, not of the user. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
}

export function isQueryKind(kind: string): kind is QueryKind {
  return Object.hasOwn(queries, kind);
}

function checked<Output>(schema: v.GenericSchema<unknown, Output>, input: unknown, what: string): Output {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new QueryError(`${what}: ${v.getDotPath(issue) ?? 'all of it'}: ${issue.message}`);
}

/** Checks what is asked. @throws QueryError naming the first field that is wrong */
export function checkAsk<K extends QueryKind>(kind: K, ask: unknown): Ask<K> {
  const declaration: Declarations[K] = declarations[kind];
  return checked(declaration.ask, ask, `The query ${kind}`);
}

/** Checks what came as an answer. @throws QueryError naming the first field that is wrong */
export function checkAnswer<K extends QueryKind>(kind: K, head: unknown, columns: unknown): Answer<K> {
  const declaration: Declarations[K] = declarations[kind];
  const what = `The answer to ${kind}`;
  return { head: checked(declaration.head, head, what), columns: checked(declaration.columns, columns, what) };
}
