/**
 * The performance space as one file that reads back exactly.
 *
 * Layout, all numbers little-endian: the 8 bytes `TTSPACE1`, the length of the header as Uint32, four bytes of zero,
 * the header as UTF-8 JSON padded with spaces to a multiple of 8, then the columns one after another, each padded to
 * a multiple of 8: parent, region and site of the call tree, then callPath, location and value of every metric.
 */
import * as v from 'valibot';
import { TrimtabError } from '../model/problem.js';
import type { PerformanceSpace, SeverityColumn } from '../model/performanceSpace.js';

const MAGIC = 'TTSPACE1';

const size = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff));
const headerSchema = v.object({
  locationCount: size,
  callPaths: size,
  metrics: v.array(
    v.object({
      name: v.string(),
      title: v.string(),
      parent: v.optional(v.string()),
      unit: v.string(),
      description: v.string(),
    }),
  ),
  columns: v.array(v.object({ metric: v.string(), entries: size })),
});

const padded = (bytes: number): number => Math.ceil(bytes / 8) * 8;
const bytesOf = (array: Int32Array | Uint32Array | Float64Array): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** The bytes of a performance space. */
export function encodeSpace(space: PerformanceSpace): Uint8Array {
  const columns = [...space.severities];
  const header = Buffer.from(
    JSON.stringify({
      locationCount: space.locationCount,
      callPaths: space.callTree.size,
      metrics: space.metrics,
      columns: columns.map(([metric, column]) => ({ metric, entries: column.value.length })),
    }),
  );
  const { size: paths, parent, region, site } = space.callTree;
  // Columns of a call tree may be longer than its size.
  const parts = [parent.subarray(0, paths), region.subarray(0, paths), site.subarray(0, paths)].map(bytesOf);
  for (const [, column] of columns)
    parts.push(bytesOf(column.callPath), bytesOf(column.location), bytesOf(column.value));

  const start = 16 + padded(header.length);
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + padded(part.length), start));
  bytes.set(Buffer.from(MAGIC), 0);
  new DataView(bytes.buffer).setUint32(8, header.length, true);
  bytes.fill(0x20, 16, start);
  bytes.set(header, 16);
  let offset = start;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += padded(part.length);
  }
  return bytes;
}

/** Hands out consecutive columns of a file. */
class ColumnCursor {
  constructor(
    private readonly buffer: ArrayBuffer,
    private offset: number,
  ) {}

  take(bytes: number): { buffer: ArrayBuffer; offset: number } {
    const offset = this.offset;
    if (offset + bytes > this.buffer.byteLength) throw damaged('it ends too early');
    this.offset += padded(bytes);
    return { buffer: this.buffer, offset };
  }

  uint32(length: number): Uint32Array {
    const { buffer, offset } = this.take(length * 4);
    return new Uint32Array(buffer, offset, length);
  }

  int32(length: number): Int32Array {
    const { buffer, offset } = this.take(length * 4);
    return new Int32Array(buffer, offset, length);
  }

  float64(length: number): Float64Array {
    const { buffer, offset } = this.take(length * 8);
    return new Float64Array(buffer, offset, length);
  }
}

function damaged(reason: string, cause?: unknown): TrimtabError {
  return new TrimtabError(`The stored performance space is damaged: ${reason}; run the analysis again.`, { cause });
}

function readHeader(bytes: Uint8Array, length: number): v.InferOutput<typeof headerSchema> {
  let data: unknown;
  try {
    data = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + 16, length).toString('utf8'));
  } catch (error) {
    throw damaged('its header is not readable', error);
  }
  const parsed = v.safeParse(headerSchema, data);
  if (!parsed.success) throw damaged(`its header has a wrong ${v.getDotPath(parsed.issues[0]) ?? 'form'}`);
  return parsed.output;
}

/**
 * Reads what encodeSpace wrote.
 * @throws TrimtabError when the bytes are no stored space or cut off
 */
export function decodeSpace(input: Uint8Array): PerformanceSpace {
  const bytes = new Uint8Array(input); // columns need an aligned buffer of their own (a Buffer's slice would share)
  if (bytes.length < 16 || Buffer.from(bytes.subarray(0, 8)).toString('latin1') !== MAGIC)
    throw damaged('it does not begin as one');
  const headerLength = new DataView(bytes.buffer).getUint32(8, true);
  if (16 + padded(headerLength) > bytes.length) throw damaged('it ends too early');
  const header = readHeader(bytes, headerLength);
  const cursor = new ColumnCursor(bytes.buffer, 16 + padded(headerLength));
  const paths = header.callPaths;
  const callTree = {
    size: paths,
    parent: cursor.int32(paths),
    region: cursor.uint32(paths),
    site: cursor.uint32(paths),
  };
  const severities = new Map<string, SeverityColumn>();
  for (const { metric, entries } of header.columns) {
    const callPath = cursor.uint32(entries);
    const location = cursor.uint32(entries);
    severities.set(metric, { callPath, location, value: cursor.float64(entries) });
  }
  const metrics = header.metrics.map(({ parent, ...rest }) => (parent === undefined ? rest : { ...rest, parent }));
  const space = { metrics, callTree, locationCount: header.locationCount, severities };
  checkReferences(space);
  return space;
}

/** @throws TrimtabError where following what the columns say would lead nowhere, or in a circle */
function checkReferences({ metrics, callTree, locationCount, severities }: PerformanceSpace): void {
  for (let node = 0; node < callTree.size; node++) {
    const parent = callTree.parent[node];
    if (parent < -1 || parent >= node)
      throw damaged(`call path ${node} is below ${parent}, which does not come before it`);
  }
  const known = new Set(metrics.map(({ name }) => name));
  if (known.size < metrics.length) throw damaged('it names a metric twice');
  if (hasCircle(new Map(metrics.map(({ name, parent }) => [name, parent]))))
    throw damaged('its metrics contain one another');
  for (const [metric, { callPath, location, value }] of severities) {
    if (!known.has(metric)) throw damaged('it has values of a metric that it does not define');
    for (let entry = 0; entry < value.length; entry++)
      if (callPath[entry] >= callTree.size || location[entry] >= locationCount || !Number.isFinite(value[entry]))
        throw damaged(`value ${entry} of ${metric} belongs nowhere or is no number`);
  }
}

function hasCircle(parents: ReadonlyMap<string, string | undefined>): boolean {
  const done = new Set<string>();
  for (const start of parents.keys()) {
    const met = new Set<string>();
    for (let at: string | undefined = start; at !== undefined && !done.has(at); at = parents.get(at)) {
      if (met.has(at)) return true;
      met.add(at);
    }
    for (const name of met) done.add(name);
  }
  return false;
}
