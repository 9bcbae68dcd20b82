/** `meta.db`: metrics, names and the tree of contexts (HPCToolkit's doc/FORMATS.md, version 4.0). */
import { Cost, type MemoryBudget } from '../profile/index.js';
import { checkHeader, type Bytes } from './bytes.js';

/** Metrics that are read; a file with more was made to fill the memory. */
const MOST_METRICS = 512;

/** How values of a metric were propagated up the tree of contexts. */
export const Scope = { Custom: 0, Point: 1, Execution: 2, Transitive: 3 } as const;

export interface MetricScope {
  readonly name: string;
  /** One of Scope. */
  readonly type: number;
  /** By which values in profile.db name it. */
  readonly id: number;
}

export interface HpcMetric {
  readonly name: string;
  readonly scopes: readonly MetricScope[];
}

/** Kinds of contexts; the first five as the file numbers them. */
export const Lexical = { Function: 0, Loop: 1, Line: 2, Instruction: 3, Entry: 4 } as const;

export interface Context {
  readonly id: number;
  /** Index of the context around it, or of the one that calls it; -1 at entry points. */
  readonly parent: number;
  /** One of Lexical; others of newer versions are kept as they are. */
  readonly type: number;
  /** Whether its parent is a call. */
  readonly isCalled: boolean;
  /** Name of the entry point or function; empty where it has none. */
  readonly name: string;
  /** Path of the library or program; empty where unknown. */
  readonly module: string;
  /** Source of the start of a function, or of a loop or line; empty and 0 if unknown. */
  readonly file: string;
  readonly line: number;
}

export interface HpcMeta {
  readonly title: string;
  /** Names of kinds of identifiers, such as RANK. */
  readonly kinds: readonly string[];
  readonly metrics: readonly HpcMetric[];
  /** Callers before what they call. */
  readonly contexts: readonly Context[];
}

/** Bytes of the smallest context: in a file of a size there are not more than fit. */
const SMALLEST_CONTEXT = 0x20;

/** Reads the file. @param memory what is kept is charged to it @throws Damaged, TooLarge */
export function readMeta(content: Uint8Array, memory: MemoryBudget): HpcMeta {
  const bytes = checkHeader(content, 'meta.db', 'meta');
  const section = (index: number): number => bytes.u64(0x18 + 0x10 * index);
  return {
    title: bytes.text(bytes.u64(section(0))),
    kinds: kindsOf(bytes, section(1)),
    metrics: metricsOf(bytes, section(2), memory),
    contexts: new Contexts(bytes, section(3), memory).all,
  };
}

function kindsOf(bytes: Bytes, at: number): string[] {
  const count = bytes.u8(at + 0x08);
  const names = bytes.list(bytes.u64(at), count, 8);
  return Array.from({ length: count }, (_, kind) => bytes.text(bytes.u64(names + 8 * kind)));
}

function metricsOf(bytes: Bytes, at: number, memory: MemoryBudget): HpcMetric[] {
  const [count, size, scopeSize] = [bytes.u32(at + 0x08), bytes.u8(at + 0x0c), bytes.u8(at + 0x0d)];
  if (size < 0x1c || scopeSize < 0x0a) throw bytes.damaged('metrics of an impossible size');
  const list = bytes.list(bytes.u64(at), count, size);
  return Array.from({ length: Math.min(count, MOST_METRICS) }, (_, metric) => {
    const one = list + size * metric;
    const instances = bytes.u16(one + 0x18);
    // Lists may lie in each other, so that a small file may have many.
    memory.take(Cost.entry * (instances + 1));
    const scopes = bytes.list(bytes.u64(one + 0x08), instances, scopeSize);
    return {
      name: bytes.text(bytes.u64(one)),
      scopes: Array.from({ length: instances }, (__, scope): MetricScope => {
        const described = bytes.u64(scopes + scopeSize * scope);
        return {
          name: bytes.text(bytes.u64(described)),
          type: bytes.u8(described + 0x08),
          id: bytes.u16(scopes + scopeSize * scope + 0x08),
        };
      }),
    };
  });
}

/** Content of the flexible part of a context. */
interface Flexible {
  readonly function: number;
  readonly file: number;
  readonly line: number;
  readonly module: number;
}

/** Contexts still to be read: a list of the file, and what they are below. */
interface OpenSection {
  readonly at: number;
  readonly size: number;
  readonly parent: number;
}

class Contexts {
  readonly all: Context[] = [];
  private readonly names = new Map<number, string>();
  private readonly most: number;

  constructor(
    private readonly bytes: Bytes,
    at: number,
    private readonly memory: MemoryBudget,
  ) {
    this.most = bytes.size / SMALLEST_CONTEXT;
    const [count, size] = [bytes.u16(at + 0x08), bytes.u8(at + 0x0a)];
    if (size < SMALLEST_CONTEXT && count > 0) throw bytes.damaged('entry points of an impossible size');
    const list = bytes.list(bytes.u64(at), count, size);
    const open: OpenSection[] = [];
    for (let entry = 0; entry < count; entry++) open.push(this.entry(list + size * entry));
    for (let next = open.pop(); next !== undefined; next = open.pop()) this.children(next, open);
  }

  private add(context: Context): number {
    // Lists that lie in each other would never end.
    if (this.all.length >= this.most) throw this.bytes.damaged('contexts that hold themselves');
    this.memory.take(Cost.entry);
    return this.all.push(context) - 1;
  }

  private entry(at: number): OpenSection {
    const { bytes } = this;
    const parent = this.add({
      id: bytes.u32(at + 0x10),
      parent: -1,
      type: Lexical.Entry,
      isCalled: false,
      name: this.text(bytes.u64(at + 0x18)),
      module: '',
      file: '',
      line: 0,
    });
    return { size: bytes.u64(at), at: bytes.u64(at + 0x08), parent };
  }

  private children({ at, size, parent }: OpenSection, open: OpenSection[]): void {
    const { bytes } = this;
    bytes.list(at, size, 1);
    for (let from = at; from < at + size;) {
      const index = this.add(this.context(from, parent));
      const below = bytes.u64(from);
      if (below > 0) open.push({ size: below, at: bytes.u64(from + 0x08), parent: index });
      from += SMALLEST_CONTEXT + 8 * bytes.u8(from + 0x17);
    }
  }

  private context(at: number, parent: number): Context {
    const { bytes } = this;
    const type = bytes.u8(at + 0x16);
    const flexible = this.flexible(at);
    const { function: defined } = flexible;
    const ofFunction = type === Lexical.Function && defined > 0;
    const [file, line] = ofFunction
      ? [bytes.u64(defined + 0x18), bytes.u32(defined + 0x20)]
      : [flexible.file, flexible.line];
    return {
      id: bytes.u32(at + 0x10),
      parent,
      type,
      isCalled: bytes.u8(at + 0x15) !== 0,
      name: ofFunction ? this.functionName(defined) : '',
      module: this.path(ofFunction ? bytes.u64(defined + 0x08) : flexible.module),
      file: this.source(file),
      line,
    };
  }

  /** Fields follow each other; those of 32 bits share a word where another one has left half of it. */
  private flexible(at: number): Flexible {
    const { bytes } = this;
    const flags = bytes.u8(at + 0x14);
    let word = at + SMALLEST_CONTEXT;
    const next = (): number => {
      const value = bytes.u64(word);
      word += 8;
      return value;
    };
    const defined = (flags & 1) === 0 ? 0 : next();
    const file = (flags & 2) === 0 ? 0 : next();
    // No other field has 32 bits, so that it has a separate word.
    const line = (flags & 2) === 0 ? 0 : bytes.u32(word);
    if ((flags & 2) !== 0) word += 8;
    const module = (flags & 4) === 0 ? 0 : next();
    return { function: defined, file, line, module };
  }

  /** A name, or where a function without one lies. */
  private functionName(at: number): string {
    const name = this.text(this.bytes.u64(at));
    if (name !== '') return name;
    const module = this.path(this.bytes.u64(at + 0x08));
    return `[${module.slice(module.lastIndexOf('/') + 1)}+0x${this.bytes.exact(at + 0x10).toString(16)}]`;
  }

  /** The path that a module or file has. */
  private path(at: number): string {
    return at === 0 ? '' : this.text(this.bytes.u64(at + 0x08));
  }

  /** The path of a source file; where there is none, its name is that of the library in brackets. */
  private source(at: number): string {
    const path = this.path(at);
    return path.startsWith('[') ? '' : path;
  }

  /** Texts that are named often are read once. */
  private text(at: number): string {
    let text = this.names.get(at);
    if (text === undefined) {
      text = this.bytes.text(at);
      this.memory.take(Cost.entry + 2 * text.length);
      this.names.set(at, text);
    }
    return text;
  }
}
