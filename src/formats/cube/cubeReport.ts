import { gunzipSync } from 'node:zlib';
import { absent } from '../../base/elements.js';
import type { Problem } from '../../base/problem.js';
import { plainName } from '../../base/plainText.js';
import type { CubeAnchor, CubeMetric, CubeParts, CubeRows, CubeSource } from './anchor.js';
import { readAnchor } from './anchorReader.js';
import { compositeType, partsIn } from './compositeTypes.js';
import { DamagedCube } from './damage.js';
import { dataType } from './dataTypes.js';
import { readTar } from './tarReader.js';
import { wideOrder } from './treeOrder.js';
import { readContent, readIndex } from './valueFiles.js';

/** More than any anchor has; what unpacks to more was made to fill the memory. */
const LARGEST_ANCHOR = 1 << 27;

/** A CUBE file in memory: its definitions, and the values of one metric at a time. */
export class CubeReport implements CubeSource {
  readonly anchor: CubeAnchor;
  /** Whether the file ends early, so that metrics may have lost their values without a trace. */
  private readonly isCut: boolean;
  private readonly members: ReadonlyMap<string, Uint8Array>;
  private readonly found: Problem[];
  private readonly told = new Set<number>();
  private wide: Uint32Array | undefined;

  /** @throws DamagedCube when nothing can be read of it */
  constructor(bytes: Uint8Array) {
    const { members, problems, isCut } = readTar(bytes);
    this.members = members;
    this.isCut = isCut;
    this.found = [...problems];
    const anchor = members.get('anchor.xml');
    if (anchor === undefined) throw new DamagedCube('holds no anchor.xml, which describes its content');
    this.anchor = readAnchor(textOf(unpacked(anchor)));
    if (this.anchor.attributes.get('CLUSTERING') === 'ON')
      this.found.push({
        level: 'warning',
        message: 'The iterations in the file are clustered: similar ones share their values.',
      });
  }

  /** Problems found so far; reading values may add to it. */
  get problems(): readonly Problem[] {
    return this.found;
  }

  /** Whether values of a metric could not be read, or may be missing; known once its rows were asked for. */
  isLost(metric: number): boolean {
    const definition = this.anchor.metrics.at(metric);
    if (definition === undefined || definition.kind === 'derived') return false;
    return this.told.has(metric) || (this.isCut && !this.members.has(`${definition.id}.data`));
  }

  /**
   * Returns the stored values of a metric: exclusive or inclusive along the call tree, depending on its kind, and
   * including its child metrics. Undefined when it has none (a derived metric) or they are damaged, which is then among
   * the problems.
   * @param metric index of the metric
   */
  rows(metric: number): CubeRows | undefined {
    return this.whole(metric, (definition) => this.read(definition));
  }

  /**
   * The numbers that the values of a metric are made of, where they are no single numbers; undefined where they are, or
   * as of `rows`.
   * @param metric index of the metric
   */
  parts(metric: number): CubeParts | undefined {
    return this.whole(metric, (definition) => {
      const type = compositeType(definition.dataType);
      const stored = type === undefined ? undefined : this.stored(definition, type.width);
      if (type === undefined || stored === undefined) return undefined;
      const { callPath, content, little } = stored;
      return { callPath, parts: partsIn(content, little, callPath.length * this.anchor.locations.length, type) };
    });
  }

  /** Returns the data of a metric; undefined if it is damaged, which is reported once. */
  private whole<T>(metric: number, read: (definition: CubeMetric) => T | undefined): T | undefined {
    const definition = this.anchor.metrics.at(metric);
    if (definition === undefined || definition.kind === 'derived') return undefined;
    try {
      return read(definition);
    } catch (error) {
      if (!(error instanceof DamagedCube)) throw error;
      if (!this.told.has(metric))
        this.found.push({ level: 'warning', message: `Metric ${definition.name} is ignored: ${error.message}.` });
      this.told.add(metric);
      return undefined;
    }
  }

  private read(definition: CubeMetric): CubeRows | undefined {
    const type = dataType(definition.dataType);
    const isKnown = type !== undefined || compositeType(definition.dataType) !== undefined;
    const stored = this.stored(definition, type?.width ?? 0);
    if (stored === undefined) return undefined;
    if (!isKnown)
      throw new DamagedCube(`its values have the type ${plainName(definition.dataType)}, which cannot be read`);
    if (type === undefined) return undefined;
    const { callPath, content, little } = stored;
    const value = new Float64Array(callPath.length * this.anchor.locations.length);
    type.read(content, little, value);
    return { callPath, value };
  }

  /** The bytes of a metric's values, and the call path of each row of them; undefined where it has none. */
  private stored({ id, kind }: CubeMetric, width: number): StoredValues | undefined {
    const { callTree, locations } = this.anchor;
    const [indexFile, data] = [this.members.get(`${id}.index`), this.members.get(`${id}.data`)];
    if (indexFile === undefined && data === undefined) return undefined;
    if (indexFile === undefined || data === undefined) throw new DamagedCube('one of its two files is missing');
    const { rows, little } = readIndex(indexFile, callTree.size);
    const order = kind === 'inclusive' ? (this.wide ??= wideOrder(callTree.parent)) : undefined;
    const count = rows?.length ?? callTree.size;
    const content = readContent(data, { rows: count, locations: locations.length, width, little });
    const callPath = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const row = rows === undefined ? i : (rows[i] ?? absent(i));
      callPath[i] = order === undefined ? row : (order[row] ?? absent(row));
    }
    return { callPath, content, little };
  }
}

interface StoredValues {
  readonly callPath: Uint32Array;
  readonly content: Uint8Array;
  readonly little: boolean;
}

function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  const text = Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function unpacked(anchor: Uint8Array): Uint8Array {
  if (anchor[0] !== 0x1f || anchor[1] !== 0x8b) {
    if (anchor.length > LARGEST_ANCHOR)
      throw new DamagedCube(`has an anchor.xml of ${anchor.length} bytes, and at most ${LARGEST_ANCHOR} are read`);
    return anchor;
  }
  try {
    return gunzipSync(anchor, { maxOutputLength: LARGEST_ANCHOR });
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new DamagedCube(`has an anchor.xml that unpacks to more than ${LARGEST_ANCHOR} bytes`, { cause });
    throw new DamagedCube('has an anchor.xml that cannot be unpacked', { cause });
  }
}
