/** Names of a file, of which each is written once, behind its number: `fn=(3) main`, later `fn=(3)`. */
import { Cost, type MemoryBudget } from '../profile/index.js';

const COMPRESSED = /^\((\d{1,15})\)(?: (.*))?$/;
/** The name of objects, files and functions without debug information. */
const UNKNOWN = '???';

/** Names of one kind, numbered in the order in which they are met. */
export class Names {
  /** Names that a number refers to without having defined it. */
  undefinedNumbers = 0;
  private readonly names: string[] = [];
  private readonly numberOf = new Map<string, number>();
  /** By the number in the file. */
  private readonly defined = new Map<string, number>();

  /** @param memory names are charged to it */
  constructor(private readonly memory: MemoryBudget) {}

  /** The number of the name that a line refers to. */
  read(text: string): number {
    const [, id, name] = COMPRESSED.exec(text) ?? [];
    if (id === undefined) return this.number(text);
    if (name === undefined) {
      const known = this.defined.get(id);
      if (known === undefined) this.undefinedNumbers++;
      return known ?? this.number(UNKNOWN);
    }
    const number = this.number(name);
    if (!this.defined.has(id)) this.memory.take(Cost.entry);
    this.defined.set(id, number);
    return number;
  }

  /** Begins another file, in which numbers have other meanings. */
  forgetNumbers(): void {
    this.defined.clear();
  }

  number(name: string): number {
    const found = this.numberOf.get(name);
    if (found !== undefined) return found;
    this.memory.take(Cost.entry + 2 * name.length);
    const number = this.names.push(name) - 1;
    this.numberOf.set(name, number);
    return number;
  }

  name(number: number): string {
    return this.names[number] ?? UNKNOWN;
  }

  /** Undefined for the name of something unknown. */
  known(number: number): string | undefined {
    const name = this.name(number);
    return name === UNKNOWN || name === '' ? undefined : name;
  }
}
