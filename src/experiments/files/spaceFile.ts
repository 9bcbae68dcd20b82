/**
 * The performance space as one file that reads back exactly and explains itself: with the names of its call paths,
 * locations and metrics, so that the trace is not needed.
 *
 * Columns (base/columns.ts): parent, region and site of the call tree; the begins of the phases, where it has any; then
 * callPath, location, phase (where there are phases) and value of every metric. Metrics that have values at the same
 * places share all but the values.
 */
import { present } from '../../base/present.js';
import { elementAt } from '../../base/elements.js';
import type { PerformanceSpace, PhaseAxis, SeverityColumn } from '../../model/performanceSpace.js';
import { TrimtabError } from '../../base/problem.js';
import { hasCircle } from './circles.js';
import { type Column, ColumnReader, encodeColumns } from '../../base/columns.js';
import {
  checkHeader,
  MARK,
  readDefinitions,
  type SpaceHeader,
  storedDefinitions,
  wrongReference,
} from './spaceHeader.js';

type Places = Omit<SeverityColumn, 'value'>;

/** The bytes of a performance space. */
export function encodeSpace(space: PerformanceSpace): Uint8Array {
  const { locationCount, metrics, definitions, phases, severities } = space;
  const { size, parent, region, site } = space.callTree;
  // Columns of a call tree may be longer than its size.
  const columns: Column[] = [parent, region, site].map((column) => column.subarray(0, size));
  if (phases !== undefined) columns.push(phases.begins);
  const known: Places[] = [];
  const described: SpaceHeader['columns'] = [];
  for (const [metric, column] of severities) {
    const same = known.findIndex((places) => isSame(places, column));
    const places = same < 0 ? {} : { places: same };
    described.push({ metric, entries: column.value.length, ...places });
    known.push(column);
    if (same < 0)
      columns.push(column.callPath, column.location, ...(phases === undefined ? [] : [phasesOf(column, phases)]));
    columns.push(column.value);
  }
  const header: SpaceHeader = {
    format: 'trimtab-space',
    version: 2,
    locationCount,
    callPaths: size,
    metrics: [...metrics],
    ...(definitions === undefined ? {} : { definitions: storedDefinitions(definitions) }),
    ...(phases === undefined ? {} : { phases: { kind: phases.kind, count: phases.count, rows: phases.rows } }),
    columns: described,
  };
  return encodeColumns(MARK, header, columns);
}

/** Columns without phases lie outside of all of them. */
function phasesOf({ phase, value }: SeverityColumn, { count }: PhaseAxis): Uint32Array {
  return phase ?? new Uint32Array(value.length).fill(count);
}

function isSame(one: Places, other: Places): boolean {
  return (
    equal(one.callPath, other.callPath) &&
    equal(one.location, other.location) &&
    (one.phase === other.phase ||
      (one.phase !== undefined && other.phase !== undefined && equal(one.phase, other.phase)))
  );
}

function equal(one: Uint32Array, other: Uint32Array): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}

function damaged(reason: string, cause?: unknown): TrimtabError {
  return new TrimtabError(`The stored performance space is damaged: ${reason}; run the analysis again.`, { cause });
}

/**
 * Reads what encodeSpace wrote, in this or an older version.
 * @throws TrimtabError when the bytes are no stored space, cut off, or of a newer version
 */
export function decodeSpace(input: Uint8Array): PerformanceSpace {
  const reader = new ColumnReader(input, damaged);
  if (reader.mark !== MARK) throw damaged('it does not begin as one');
  const header = checkHeader(reader.header());
  const { callPaths: size, locationCount } = header;
  const definitions = header.definitions === undefined ? undefined : readDefinitions(header.definitions);
  const callTree = { size, parent: reader.int32(size), region: reader.uint32(size), site: reader.uint32(size) };
  const phases = header.phases === undefined ? undefined : readPhases(header.phases, locationCount, reader);
  const severities = readColumns(header.columns, phases, reader);
  const metrics = header.metrics.map(({ name, title, parent, unit, description }) => ({
    name,
    title,
    ...present({ parent }),
    unit,
    description,
  }));
  const space: PerformanceSpace = {
    metrics,
    callTree,
    locationCount,
    severities,
    ...present({ phases, definitions }),
  };
  checkReferences(space);
  return space;
}

function readPhases(
  { kind, count, rows }: NonNullable<SpaceHeader['phases']>,
  locationCount: number,
  reader: ColumnReader,
): PhaseAxis {
  if (rows !== 1 && rows !== locationCount) throw damaged('its phases are neither those of all nor of each location');
  return { kind, count, rows, begins: reader.float64(rows * (count + 1)) };
}

function readColumns(
  described: SpaceHeader['columns'],
  phases: PhaseAxis | undefined,
  reader: ColumnReader,
): Map<string, SeverityColumn> {
  const severities = new Map<string, SeverityColumn>();
  const known: Places[] = [];
  for (const { metric, entries, places } of described) {
    const shared = places === undefined ? readPlaces(entries, phases, reader) : known.at(places);
    if (shared?.callPath.length !== entries) throw damaged(`${metric} has values at unknown call paths`);
    known.push(shared);
    severities.set(metric, { ...shared, value: reader.float64(entries) });
  }
  return severities;
}

function readPlaces(entries: number, phases: PhaseAxis | undefined, reader: ColumnReader): Places {
  const callPath = reader.uint32(entries);
  const location = reader.uint32(entries);
  return phases === undefined ? { callPath, location } : { callPath, location, phase: reader.uint32(entries) };
}

/** @throws TrimtabError if references in the columns are invalid or cyclic */
function checkReferences({
  metrics,
  callTree,
  locationCount,
  severities,
  definitions,
  phases,
}: PerformanceSpace): void {
  for (let node = 0; node < callTree.size; node++) {
    const parent = elementAt(callTree.parent, node);
    if (parent < -1 || parent >= node)
      throw damaged(`call path ${node} is below ${parent}, which does not come before it`);
  }
  const known = new Set(metrics.map(({ name }) => name));
  if (known.size < metrics.length) throw damaged('it names a metric twice');
  if (hasCircle(new Map(metrics.map(({ name, parent }) => [name, parent]))))
    throw damaged('its metrics contain one another');
  for (const [metric, { callPath, location, phase, value }] of severities) {
    if (!known.has(metric)) throw damaged('it has values of a metric that it does not define');
    for (let entry = 0; entry < value.length; entry++)
      if (
        elementAt(callPath, entry) >= callTree.size ||
        elementAt(location, entry) >= locationCount ||
        !Number.isFinite(value[entry])
      )
        throw damaged(`value ${entry} of ${metric} belongs nowhere or is no number`);
    if (phases !== undefined && phase?.some((one) => one > phases.count) === true)
      throw damaged(`${metric} has values in unknown phases`);
  }
  if (phases?.begins.every(Number.isFinite) === false) throw damaged('its phases begin at no time');
  const wrong = definitions === undefined ? undefined : wrongReference(definitions, locationCount);
  if (wrong !== undefined) throw damaged(wrong);
}
