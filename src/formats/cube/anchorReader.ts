import type {
  CubeAnchor,
  CubeFormula,
  CubeGroup,
  CubeLocation,
  CubeMetric,
  CubeRegion,
  CubeSystemNode,
  MetricKind,
} from './anchor.js';
import { CallTreeReader } from './callTreeReader.js';
import { DamagedCube } from './damage.js';
import { integerOf } from './integers.js';
import { withNamesFacts } from './regionNames.js';
import { TopologyReader } from './topologyReader.js';
import { topologiesOf } from '../../model/topology.js';
import { visitXml, type XmlElement } from './xml.js';

/** Names of the parts of the system: those of CUBE 4.0 (and CUBE 3), then those since 4.1. */
const SYSTEM_NODES: ReadonlySet<string> = new Set(['machine', 'node', 'systemtreenode']);
const GROUPS: ReadonlySet<string> = new Set(['process', 'locationgroup']);
const LOCATIONS: ReadonlySet<string> = new Set(['thread', 'location']);

/**
 * Reads anchor.xml.
 * @throws DamagedCube when it is no XML, no CUBE 4 or has dangling references
 */
export function readAnchor(text: string): CubeAnchor {
  const reader = new AnchorReader(CUBE_4);
  visitXml(text, reader, 'an anchor.xml');
  return reader.anchor();
}

/** Elements of a description that are kept, and their maximum size; a larger one is meant to exhaust the memory. */
const KEPT: ReadonlySet<string> = new Set([
  'metric',
  'region',
  'cnode',
  'parameter',
  'cart',
  'dim',
  'coord',
  ...SYSTEM_NODES,
  ...GROUPS,
  ...LOCATIONS,
]);
const MOST_ELEMENTS = 2_000_000;
/** Elements of these that contain a text. */
const TEXTS: ReadonlySet<string> = new Set([
  ...['name', 'mangled_name', 'paradigm', 'role', 'url', 'descr'],
  ...['disp_name', 'uniq_name', 'dtype', 'uom', 'rank', 'type', 'class'],
]);
/**
 * Element with the operator that adds up values of derived metrics; an attribute distinguishes plus, minus and
 * aggregation.
 */
const AGGREGATION = 'cubeplaggr';

/** Versions of the syntax that a reader takes, and how they are called. */
export interface CubeVersions {
  readonly pattern: RegExp;
  readonly title: string;
}

const CUBE_4: CubeVersions = { pattern: /^4(\.|$)/, title: 'versions 4.0 and later' };

/** Collects the relevant elements in the order they begin; their content is processed once it is complete. */
export class AnchorReader {
  private version: string | undefined;
  private kept = 0;
  private readonly attributes = new Map<string, string>();
  private readonly metrics: XmlElement[] = [];
  private readonly regions: XmlElement[] = [];
  private readonly systemTree: XmlElement[] = [];
  private readonly groups: XmlElement[] = [];
  private readonly locations: XmlElement[] = [];
  private readonly callTree = new CallTreeReader();
  private readonly topologies = new TopologyReader();

  constructor(private readonly versions: CubeVersions) {}

  readonly texts = TEXTS;

  readonly open = (element: XmlElement): void => {
    const { name, parent } = element;
    if (KEPT.has(name) && ++this.kept > MOST_ELEMENTS)
      throw new DamagedCube(`describes more than ${MOST_ELEMENTS} call paths, threads and other things`);
    if (parent === undefined) this.begin(element);
    else if (name === 'metric') this.metrics.push(element);
    else if (name === 'region') this.regions.push(element);
    else if (name === 'cnode') this.callTree.open(element);
    else if (name === 'parameter') this.callTree.addParameter(element);
    else if (SYSTEM_NODES.has(name)) this.systemTree.push(element);
    else if (GROUPS.has(name)) this.groups.push(element);
    else if (LOCATIONS.has(name)) this.locations.push(element);
    else if (name === 'cart' || name === 'dim') this.topologies.open(element);
    else if (name === 'attr' && parent.parent === undefined)
      this.attributes.set(element.attributes.get('key') ?? '', element.attributes.get('value') ?? '');
  };

  readonly close = (element: XmlElement, text: string): void => {
    const { name, parent, attributes } = element;
    if (name === 'cnode') this.callTree.close();
    if (name === 'coord') this.topologies.place(element, text);
    // Of several kinds, by which values are added up: texts of an element are known by its children's names alone.
    if (name === AGGREGATION) parent?.addText(`${AGGREGATION} ${attributes.get('cubeplaggrtype')}`, text.trim());
  };

  private begin({ name, attributes }: XmlElement): void {
    if (name !== 'cube') throw new DamagedCube(`begins with <${name}> instead of <cube>`);
    const version = attributes.get('version');
    const { pattern, title } = this.versions;
    if (version === undefined || !pattern.test(version))
      throw new DamagedCube(`has the version ${version ?? 'unknown'} of CUBE; ${title} can be read here`);
    this.version = version;
  }

  anchor(): CubeAnchor {
    if (this.version === undefined) throw new DamagedCube('has no <cube> in it');
    const regionOf = indexById(this.regions, 'id', 'region');
    const groups = byIdentifier(this.groups);
    const locations = byIdentifier(this.locations);
    const nodeIndex = indexOf(this.systemTree);
    const groupIndex = indexOf(groups);
    const placed = topologiesOf(this.topologies.drafts(groups, locations), locations.length);
    return {
      version: this.version,
      attributes: this.attributes,
      metrics: readMetrics(this.metrics),
      regions: this.regions.map((element) => withNamesFacts(readRegion(element))),
      callTree: this.callTree.finish(regionOf),
      systemTree: this.systemTree.map((element) => readSystemNode(element, nodeIndex)),
      groups: groups.map((element) => readGroup(element, nodeIndex)),
      locations: locations.map((element) => readLocation(element, groupIndex)),
      topologies: placed.topologies,
      placesLeft: placed.left + this.topologies.beyond,
    };
  }
}

function indexOf(elements: readonly XmlElement[]): Map<XmlElement, number> {
  return new Map(elements.map((element, index) => [element, index]));
}

function indexById(elements: readonly XmlElement[], attribute: string, what: string): Map<number, number> {
  const indices = new Map<number, number>();
  for (const [index, { attributes }] of elements.entries()) {
    const id = integerOf(attributes.get(attribute), what);
    if (indices.has(id)) throw new DamagedCube(`defines ${what} ${id} twice`);
    indices.set(id, index);
  }
  return indices;
}

/** Sorted by identifier, which is the number of a location's column; in the order of the file where those are not unique. */
function byIdentifier(elements: readonly XmlElement[]): readonly XmlElement[] {
  const numbered = elements.map((element) => ({ element, id: integerOf(element.attributes.get('Id'), element.name) }));
  if (new Set(numbered.map(({ id }) => id)).size < elements.length) return elements;
  return numbered.sort((a, b) => a.id - b.id).map(({ element }) => element);
}

function readMetrics(elements: readonly XmlElement[]): CubeMetric[] {
  indexById(elements, 'id', 'metric');
  const indices = indexOf(elements);
  return elements.map(({ attributes, texts, parent }) => ({
    id: integerOf(attributes.get('id'), 'metric'),
    name: texts.get('uniq_name') ?? '',
    title: texts.get('disp_name') ?? '',
    dataType: texts.get('dtype') ?? '',
    unit: texts.get('uom') ?? '',
    url: texts.get('url') ?? '',
    description: texts.get('descr') ?? '',
    ...kindOf(attributes.get('type') ?? '', texts),
    parent: parent === undefined ? -1 : (indices.get(parent) ?? -1),
  }));
}

/** Metrics without a kind, as in CUBE 4.0, or of kind SIMPLE are exclusive. */
function kindOf(type: string, texts: XmlElement['texts']): { kind: MetricKind; formula?: CubeFormula } {
  if (type === 'INCLUSIVE') return { kind: 'inclusive' };
  if (!type.includes('DERIVED')) return { kind: 'exclusive' };
  const text = (name: string): string => texts.get(name) ?? '';
  const of = type === 'PREDERIVED_EXCLUSIVE' ? 'exclusive' : type === 'PREDERIVED_INCLUSIVE' ? 'inclusive' : 'sums';
  const [plus, minus, aggregation] = ['plus', 'minus', 'aggr'].map((kind) => text(`${AGGREGATION} ${kind}`));
  const formula = { of, text: text('cubepl'), first: text('cubeplinit') } as const;
  return {
    kind: 'derived',
    formula: { ...formula, plus: plus ?? '', minus: minus ?? '', aggregation: aggregation ?? '' },
  };
}

function readRegion({ attributes, texts }: XmlElement): CubeRegion {
  const name = texts.get('name') ?? '';
  return {
    name,
    mangledName: texts.get('mangled_name') ?? name,
    paradigm: texts.get('paradigm') ?? '',
    role: texts.get('role') ?? '',
    description: texts.get('descr') ?? '',
    file: attributes.get('mod') ?? '',
    beginLine: integerOf(attributes.get('begin') ?? '-1', 'line'),
    endLine: integerOf(attributes.get('end') ?? '-1', 'line'),
  };
}

function readSystemNode({ name, texts, parent }: XmlElement, indices: Map<XmlElement, number>): CubeSystemNode {
  return {
    name: texts.get('name') ?? '',
    className: texts.get('class') ?? name,
    parent: parent === undefined ? -1 : (indices.get(parent) ?? -1),
  };
}

function readGroup({ texts, parent }: XmlElement, nodes: Map<XmlElement, number>): CubeGroup {
  const node = parent === undefined ? undefined : nodes.get(parent);
  if (node === undefined) throw new DamagedCube('has a process outside every machine and node');
  return {
    name: texts.get('name') ?? '',
    rank: integerOf(texts.get('rank') ?? '0', 'rank'),
    type: texts.get('type') ?? 'process',
    node,
  };
}

function readLocation({ texts, parent }: XmlElement, groups: Map<XmlElement, number>): CubeLocation {
  const group = parent === undefined ? undefined : groups.get(parent);
  if (group === undefined) throw new DamagedCube('has a thread outside every process');
  return {
    name: texts.get('name') ?? '',
    rank: integerOf(texts.get('rank') ?? '0', 'rank'),
    type: texts.get('type') ?? 'thread',
    group,
  };
}
