import type { CubeCallTree, CubeParameter } from './anchor.js';
import { DamagedCube } from './damage.js';
import { integerOf } from './integers.js';
import type { XmlElement } from './xml.js';

/** Collects the `cnode` elements as columns. */
export class CallTreeReader {
  private readonly id: number[] = [];
  private readonly parent: number[] = [];
  private readonly callee: number[] = [];
  private readonly line: number[] = [];
  private readonly file: string[] = [];
  private readonly parameters = new Map<number, CubeParameter[]>();
  private readonly stack: number[] = [];

  open({ attributes }: XmlElement): void {
    const index = this.id.length;
    this.id.push(integerOf(attributes.get('id'), 'call path'));
    this.parent.push(this.stack.at(-1) ?? -1);
    this.callee.push(integerOf(attributes.get('calleeId'), 'region'));
    this.line.push(integerOf(attributes.get('line') ?? '-1', 'line'));
    this.file.push(attributes.get('mod') ?? '');
    this.stack.push(index);
  }

  /** Adds to the node that is open. */
  addParameter({ attributes }: XmlElement): void {
    const node = this.stack.at(-1);
    if (node === undefined) return;
    const [key = '', parvalue = '', partype] = ['parkey', 'parvalue', 'partype'].map((name) => attributes.get(name));
    const numeric = partype === 'numeric' && parvalue.trim() !== '' && Number.isFinite(Number(parvalue));
    const list = this.parameters.get(node) ?? [];
    list.push({ key, value: numeric ? Number(parvalue) : parvalue });
    this.parameters.set(node, list);
  }

  close(): void {
    this.stack.pop();
  }

  /** @param regionOf region indices by identifier */
  finish(regionOf: ReadonlyMap<number, number>): CubeCallTree {
    const region = Uint32Array.from(this.callee, (id) => {
      const index = regionOf.get(id);
      if (index === undefined) throw new DamagedCube(`calls region ${id}, which it does not define`);
      return index;
    });
    return {
      size: this.id.length,
      id: Uint32Array.from(this.id),
      parent: Int32Array.from(this.parent),
      region,
      line: Int32Array.from(this.line),
      file: this.file,
      parameters: this.parameters,
    };
  }
}
