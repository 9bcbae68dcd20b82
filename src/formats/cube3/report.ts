import type { Problem } from '../../base/problem.js';
import { counted } from '../../base/text.js';
import type { CubeAnchor, CubeRows, CubeSource } from '../cube/anchor.js';
import { AnchorReader, type CubeVersions } from '../cube/anchorReader.js';
import { DamagedCube } from '../cube/damage.js';
import { type XmlElement, XmlReader } from '../cube/xml.js';
import { modernNames } from './kojakNames.js';
import { Cube3Rows } from './rows.js';

const VERSIONS: CubeVersions = { pattern: /^[123](\.|$)/, title: 'versions before 4.0' };

/**
 * A CUBE 3 file: one XML document, in which values follow their owners. It is read piece by piece; damage among the
 * values keeps those before it. A metric includes its children, and values are exclusive along the call tree. CUBE's
 * own tools read them in this way, regardless of the attribute CUBE_CT_AGGR.
 */
export class Cube3Report implements CubeSource {
  readonly anchor: CubeAnchor;
  private readonly values: ReadonlyMap<number, Cube3Rows>;
  private readonly isCut: boolean;
  private readonly found: Problem[] = [];
  private readonly left = new Set<number>();

  /** @throws DamagedCube when nothing can be read of it */
  constructor(pieces: Iterable<string>) {
    const document = new Cube3Document();
    this.isCut = document.read(pieces);
    if (this.isCut) this.warn('The file is damaged or ends among its values; everything before that was read.');
    this.anchor = document.anchor;
    this.values = document.values;
    if (document.wrong > 0)
      this.warn(
        `${counted(document.wrong, 'value')} in the file are impossible or belong to nothing, and are ignored.`,
      );
  }

  get problems(): readonly Problem[] {
    return this.found;
  }

  rows(metric: number): CubeRows | undefined {
    try {
      return this.values.get(metric)?.rows();
    } catch (error) {
      if (!(error instanceof DamagedCube)) throw error;
      if (!this.left.has(metric))
        this.warn(`Metric ${this.anchor.metrics[metric]?.name} is ignored: ${error.message}.`);
      this.left.add(metric);
      return undefined;
    }
  }

  /** A metric without values has none in whole files either. */
  isLost(metric: number): boolean {
    return this.left.has(metric) || (this.isCut && !this.values.has(metric));
  }

  private warn(message: string): void {
    this.found.push({ level: 'warning', message });
  }
}

/** Definitions by their number in the file, known once values follow. */
interface KnownElements {
  readonly anchor: CubeAnchor;
  readonly metrics: ReadonlyMap<string, number>;
  readonly paths: ReadonlyMap<string, number>;
}

class Cube3Document {
  readonly values = new Map<number, Cube3Rows>();
  /** Numbers that are none, or belong to nothing that is defined. */
  wrong = 0;
  private readonly definitions = new AnchorReader(VERSIONS);
  private known: KnownElements | undefined;
  private current: Cube3Rows | undefined;

  /** @returns whether it ends before its end @throws DamagedCube where not even its definitions are whole */
  read(pieces: Iterable<string>): boolean {
    const open = (element: XmlElement): void => this.open(element);
    const close = (element: XmlElement, text: string): void => this.close(element, text);
    const { texts } = this.definitions;
    const xml = new XmlReader({ open, close, texts }, 'content');
    try {
      for (const piece of pieces) xml.write(piece);
      xml.end();
      return false;
    } catch (error) {
      if (!(error instanceof DamagedCube) || this.known === undefined) throw error;
      return true;
    }
  }

  get anchor(): CubeAnchor {
    return this.whole().anchor;
  }

  private whole(): KnownElements {
    if (this.known !== undefined) return this.known;
    const anchor = modernNames(this.definitions.anchor());
    const metrics = new Map(anchor.metrics.map(({ id }, index) => [String(id), index]));
    const paths = new Map(Array.from(anchor.callTree.id, (id, index) => [String(id), index]));
    return (this.known = { anchor, metrics, paths });
  }

  private open(element: XmlElement): void {
    const { name, attributes } = element;
    if (name === 'severity') this.whole();
    if (name === 'matrix') this.beginMatrix(attributes.get('metricId') ?? '');
    else if (name !== 'row') this.definitions.open(element);
  }

  private beginMatrix(id: string): void {
    const { anchor, metrics } = this.whole();
    const metric = metrics.get(id);
    this.current =
      metric === undefined ? undefined : (this.values.get(metric) ?? new Cube3Rows(anchor.locations.length));
    if (metric !== undefined && this.current !== undefined) this.values.set(metric, this.current);
  }

  private close(element: XmlElement, text: string): void {
    if (element.name === 'row') this.endRow(element.attributes.get('cnodeId') ?? '', text);
    else this.definitions.close(element, text);
  }

  private endRow(id: string, text: string): void {
    const path = this.known?.paths.get(id);
    if (path === undefined || this.current === undefined) this.wrong++;
    else this.wrong += this.current.add(path, text);
  }
}
