import { absent } from '../../../base/elements.js';
import type { Problem } from '../../../base/problem.js';
import { COUNTER_DESCRIPTION, unitOfCounter } from '../../../model/counters.js';
import type { Counter, Definitions } from '../../../model/definitions.js';
import type { MetricDefinition } from '../../../model/performanceSpace.js';
import type { Pass, PassData, PassResults, Shift } from '../passes/pass.js';
import type { EventRecorder, ReadingRecorder } from '../recorders/recorders.js';
import { PairSums } from '../tables/pairSums.js';

/** Counter values by call path and location: differences between successive readings. */
export class CounterPass implements Pass {
  readonly name = 'counters';
  readonly kinds: readonly number[] = [];
  /** By class of metrics, for each of its values. */
  private readonly sums = new Map<number, PairSums[]>();

  record(location: number): EventRecorder & { readonly readings: ReadingRecorder } {
    const before = new Map<number, Float64Array>();
    return {
      add: () => undefined,
      readings: { read: (node, operands, at) => this.read(location, before, node, operands, at) },
    };
  }

  part(): PassData {
    const tables = [...this.sums].flatMap(([id, list]) =>
      list.map(({ size, callPath, location, value }, index) => {
        const columns = { node: Int32Array.from(callPath), location: Int32Array.from(location), value };
        return [`${id}.${index}`, { length: size, columns }] as const;
      }),
    );
    return Object.fromEntries(tables);
  }

  merge(data: PassData, { node: renumbered }: Shift): void {
    for (const [name, { length, columns }] of Object.entries(data)) {
      const [id = 0, index = 0] = name.split('.').map(Number);
      const sums = this.sumsOf(id, index);
      const { node = [], location = [], value = [] } = columns;
      for (let i = 0; i < length; i++)
        sums.add(renumbered[node[i] ?? absent(i)] ?? absent(i), location[i] ?? absent(i), value[i] ?? absent(i));
    }
  }

  finish({ definitions, properties, counted }: PassResults): readonly Problem[] {
    for (const [id, counter, index] of countersOf(definitions)) {
      const read = this.sums.get(id)?.[index];
      const definition = definitionOf(counter);
      if (read === undefined || properties.get(definition.name) !== undefined) continue;
      const sums = new PairSums();
      const { callPath, location, value } = read.column();
      for (let i = 0; i < value.length; i++)
        sums.add(callPath[i] ?? absent(i), location[i] ?? absent(i), (value[i] ?? absent(i)) * counter.scale);
      const known = counted.find(({ definition: { name } }) => name === definition.name);
      if (known === undefined) counted.push({ definition, sums });
      else known.sums.addAll(sums);
    }
    return [];
  }

  /** Reads counter values. The first reading of a location is the reference for the next one. */
  private read(
    location: number,
    before: Map<number, Float64Array>,
    node: number,
    operands: Float64Array,
    at: number,
  ): void {
    const [id = absent(at), count = absent(at + 1)] = operands.subarray(at, at + 2);
    const values = operands.subarray(at + 2, at + 2 + count);
    const last = before.get(id);
    if (last?.length !== count) {
      before.set(id, values.slice());
      return;
    }
    if (node >= 0)
      for (const [index, value] of values.entries()) {
        const counted = value - (last[index] ?? absent(index));
        if (counted > 0) this.sumsOf(id, index).add(node, location, counted);
      }
    last.set(values);
  }

  private sumsOf(id: number, index: number): PairSums {
    let list = this.sums.get(id);
    if (list === undefined) this.sums.set(id, (list = []));
    while (list.length <= index) list.push(new PairSums());
    return list[index] ?? absent(index);
  }
}

function countersOf({ counters }: Definitions): [number, Counter, number][] {
  return [...(counters ?? [])].flatMap(([id, list]) =>
    list.map((counter, index): [number, Counter, number] => [id, counter, index]),
  );
}

/** Returns the metric definition of a counter, whose names are those of perf or PAPI. */
function definitionOf({ name, unit }: Counter): MetricDefinition {
  return { name, title: name, unit: unitOfCounter(unit), description: COUNTER_DESCRIPTION };
}
