/** Records of Caliper's `.cali` files: a tree of metadata, and snapshots that refer to it. */
import { Damaged } from '../stacks/damage.js';
import { BranchSteps } from './branchSteps.js';

/** Nodes and attributes that are read; more were made to fill the memory. */
const MOST_NODES = 1 << 22;
/** Nodes from one to the root of its branch. */
const DEEPEST = 1 << 12;
/** Entries of a snapshot; more were made to fill the memory. */
const MOST_ENTRIES = 1 << 14;

/** Attributes that every file knows without defining them. */
const NAME = 8;
const TYPE = 9;
const PROPERTIES = 10;

/** Types by the identifiers of their nodes; older files do not define these. */
const TYPES = ['usr', 'int', 'uint', 'string', 'addr', 'double', 'bool', 'type'];

/** Bits of an attribute's properties (`cali_attr_properties` of Caliper's interface). */
const AS_VALUE = 1;
const SKIPS_EVENTS = 64;
const HIDDEN = 128;
const NESTED = 256;
const GLOBAL = 512;
const AGGREGATABLE = 2048;

export interface Attribute {
  readonly name: string;
  readonly type: string;
  /** Whether its values are nested: functions, loops, regions. */
  readonly isNested: boolean;
  readonly isHidden: boolean;
  /** Whether programs begin and end its values, and it is neither nested nor of the whole run. */
  readonly isMarker: boolean;
  /** Whether rows have its values themselves, and not as a node of the tree. */
  readonly isAsValue: boolean;
  /** Whether its values add up. */
  readonly isAggregatable: boolean;
  /** The value of `attribute.unit` or `time.unit`; empty without either. */
  readonly unit: string;
}

interface Node {
  /** Identifier of the node that is its attribute. */
  readonly attribute: number;
  readonly value: string;
  /** Identifier of the node above it; -1 at a root. */
  readonly parent: number;
}

/** Content of a snapshot: names and numbers. */
export interface Snapshot {
  /** Nested values, the outermost first. */
  readonly path: readonly Entry[];
  /** All others. */
  readonly entries: readonly Entry[];
  /** Those of the entries that programs begin and end, the outermost of each branch first. */
  readonly markers: readonly Entry[];
}

export interface Entry {
  readonly attribute: Attribute;
  readonly value: string;
  /** Whether the row has the value itself; referenced nodes are the context, and no measured values. */
  readonly isMeasured: boolean;
}

/** Goes through the lines of a file. */
export class CaliperRecords {
  /** Lines that are no records, and references to what is not defined. */
  strange = 0;
  /** Values for the whole run, by name. */
  readonly globals = new Map<string, string>();
  /** Whether an attribute is nested that rows have met. */
  hasNested = false;
  private readonly nodes = new Map<number, Node>([
    ...TYPES.map((value, id): [number, Node] => [id, { attribute: TYPE, value, parent: -1 }]),
    [NAME, { attribute: NAME, value: 'cali.attribute.name', parent: 3 }],
    [TYPE, { attribute: NAME, value: 'cali.attribute.type', parent: 7 }],
    [PROPERTIES, { attribute: NAME, value: 'cali.attribute.prop', parent: 1 }],
  ]);
  private readonly attributes = new Map<number, Attribute | undefined>();
  private readonly steps = new BranchSteps();

  /** The snapshots of all lines. @throws Damaged where there are more nodes than are read */
  *snapshots(lines: Iterable<string>): Generator<Snapshot> {
    for (const line of lines) {
      if (line === '') continue;
      const fields = fieldsOf(line);
      const [kind] = fields.get('__rec') ?? [];
      if (kind === 'node') this.define(fields);
      else if (kind === 'ctx') yield this.snapshot(fields);
      else if (kind === 'globals') this.tellWhole(fields);
      else this.strange++;
    }
  }

  private tellWhole(fields: ReadonlyMap<string, readonly string[]>): void {
    const before = this.strange;
    for (const { attribute, value } of this.snapshot(fields).entries) this.globals.set(attribute.name, value);
    // Values for the whole run may refer to omitted parts of the file: no measured data is missing.
    this.strange = before;
  }

  private define(fields: ReadonlyMap<string, readonly string[]>): void {
    const number = (key: string): number => wholeNumber(fields.get(key)?.[0]);
    const [id, attribute] = [number('id'), number('attr')];
    if (id < 0 || attribute < 0) {
      this.strange++;
      return;
    }
    if (this.nodes.size >= MOST_NODES) throw new Damaged(`has more than the ${MOST_NODES} nodes that are read`);
    this.nodes.set(id, { attribute, value: fields.get('data')?.[0] ?? '', parent: number('parent') });
    this.attributes.delete(id);
  }

  private snapshot(fields: ReadonlyMap<string, readonly string[]>): Snapshot {
    const [path, entries, markers]: [Entry[], Entry[], Entry[]] = [[], [], []];
    this.steps.row();
    for (const reference of fields.get('ref') ?? []) {
      if (path.length + entries.length > MOST_ENTRIES) {
        this.strange++;
        break;
      }
      const [nested, marked]: [Entry[], Entry[]] = [[], []];
      for (const { attribute: id, value } of this.branch(wholeNumber(reference))) {
        const attribute = this.attribute(id);
        if (attribute === undefined) {
          this.strange++;
          continue;
        }
        const entry = { attribute, value, isMeasured: attribute.isAsValue };
        (attribute.isNested ? nested : entries).push(entry);
        if (attribute.isMarker) marked.push(entry);
      }
      path.push(...nested.reverse());
      markers.push(...marked.reverse());
    }
    const data = fields.get('data') ?? [];
    (fields.get('attr') ?? []).forEach((id, i) => {
      const attribute = this.attribute(wholeNumber(id));
      const value = data[i];
      if (attribute === undefined || value === undefined) this.strange++;
      else (attribute.isNested ? path : entries).push({ attribute, value, isMeasured: true });
    });
    this.hasNested ||= path.length > 0;
    return { path, entries, markers };
  }

  /** A node and those above it, itself first. */
  private *branch(id: number): Generator<Node> {
    let at = id;
    for (let depth = 0; at >= 0 && depth < DEEPEST; depth++) {
      const node = this.nodes.get(at);
      if (node === undefined) return;
      this.steps.add();
      yield node;
      at = node.parent;
    }
  }

  /** Returns the attribute that a node defines; undefined if it defines none. */
  private attribute(id: number): Attribute | undefined {
    if (this.attributes.has(id)) return this.attributes.get(id);
    const node = this.nodes.get(id);
    const attribute = node?.attribute === NAME ? this.attributeOf(id, node.value) : undefined;
    this.attributes.set(id, attribute);
    return attribute;
  }

  private attributeOf(id: number, name: string): Attribute {
    let [type, properties, unit] = ['', 0, ''];
    for (const { attribute, value } of this.branch(id)) {
      if (attribute === TYPE && type === '') type = value;
      else if (attribute === PROPERTIES && properties === 0) properties = wholeNumber(value);
      else if (unit === '' && /^(attribute|time)\.unit$/.test(this.nodes.get(attribute)?.value ?? '')) unit = value;
    }
    const has = (bit: number): boolean => (properties & bit) !== 0;
    return {
      ...{ name, type, unit },
      ...{ isNested: has(NESTED), isHidden: has(HIDDEN), isAsValue: has(AS_VALUE), isAggregatable: has(AGGREGATABLE) },
      isMarker: !has(AS_VALUE | NESTED | HIDDEN | GLOBAL | SKIPS_EVENTS),
    };
  }
}

function wholeNumber(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : -1;
}

/** `a=1=2,b=3` as lists by name; a backslash takes the meaning of the character behind it. */
function fieldsOf(line: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  if (!line.includes('\\')) {
    for (const field of line.split(',')) {
      const [key = '', ...values] = field.split('=');
      fields.set(key, values);
    }
    return fields;
  }
  let [words, word]: [string[], string] = [[], ''];
  const end = (): void => {
    const [key, ...values] = [...words, word];
    fields.set(key, values);
    [words, word] = [[], ''];
  };
  for (let i = 0; i < line.length; i++) {
    const character = line.charAt(i);
    if (character === '\\') {
      i++;
      word += line.charAt(i) === 'n' ? '\n' : line.charAt(i);
    } else if (character === ',') end();
    else if (character === '=') {
      words.push(word);
      word = '';
    } else word += character;
  }
  end();
  return fields;
}
