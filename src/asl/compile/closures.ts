/** Typed expressions to functions over blocks of rows. Nothing of a text is ever run as a program. */
import { type Column, isMany, type Many } from '../data.js';
import type { Ir, Shared } from '../types/ir.js';
import { aggregated } from './aggregates.js';
import { columnOf } from './columns.js';
import { folded, needsOf, type Needs, RunningFold } from './folds.js';
import type { Frame } from './frame.js';
import { DEEPEST, LimitReached } from './meter.js';
import { ARITHMETIC, combined, FUNCTION, RELATIONS } from './scalars.js';
import { amongst, eachOf, elementsFrom, gathered, holding, partOf } from './sets.js';

/** The values of an expression for all rows of a frame. */
export type Evaluate = (frame: Frame) => Column;

/** Compiles expressions; what several of them share is compiled once. */
export class Compiler {
  private readonly shared = new Map<Shared, { readonly evaluate: Evaluate; readonly depth: number }>();
  /** Expressions around the one that is compiled. */
  private around = 0;
  /** How deep those lie in each other that were compiled within it. */
  private within = 0;

  /** @throws LimitReached where expressions lie too deep in each other to be evaluated */
  compile(ir: Ir): Evaluate {
    const beside = this.within;
    this.within = 0;
    this.around++;
    if (this.around > DEEPEST) throw tooDeep();
    const evaluate = this.content(ir);
    this.around--;
    const own = this.within + 1;
    if (own > DEEPEST) throw tooDeep();
    this.within = Math.max(beside, own);
    return (frame) => {
      frame.meter.take(frame.size);
      return evaluate(frame);
    };
  }

  /** The values of an expression that has one for each row. */
  single(ir: Ir): (frame: Frame) => Float64Array {
    const evaluate = this.compile(ir);
    return (frame) => singleOf(evaluate(frame));
  }

  private content(ir: Ir): Evaluate {
    switch (ir.op) {
      case 'number': {
        const { value } = ir;
        return (frame) => new Float64Array(frame.size).fill(value);
      }
      case 'text': {
        const { value } = ir;
        return ({ size, data }) => new Float64Array(size).fill(data.texts.number(value));
      }
      case 'absent':
        return (frame) => frame.nothing();
      case 'slot': {
        const { slot } = ir;
        return (frame) => frame.get(slot);
      }
      case 'shared':
        return this.once(ir.shared);
      case 'member':
        return this.member(ir.of, ir.name, this.compile(ir.target));
      case 'relation':
        return this.relation(ir.of, ir.name, ir.values);
      case 'rows':
        return ({ size }) => new Float64Array(size);
      case 'matches':
        return this.matches(ir.pattern, ir.values);
      case 'fold':
        return this.fold(ir);
      default:
        return this.set(ir);
    }
  }

  private set(ir: Ir): Evaluate {
    switch (ir.op) {
      case 'element': {
        const [target, index] = [this.many(ir.target), this.single(ir.index)];
        return (frame) => elementsFrom(target(frame), index(frame));
      }
      case 'part': {
        const [of, first, last] = [this.many(ir.of), this.single(ir.first), this.single(ir.last)];
        return (frame) => partOf(of(frame), first(frame), last(frame), frame.meter);
      }
      case 'each':
        return this.each(ir);
      case 'gather': {
        const items = ir.items.map((item) => this.compile(item));
        return (frame) =>
          gathered(
            items.map((item) => item(frame)),
            frame.size,
            frame.meter,
          );
      }
      case 'among': {
        const [left, right] = [this.many(ir.left), this.many(ir.right)];
        return (frame) => amongst(left(frame), right(frame), ir.isAmong, frame.meter);
      }
      case 'aggregate': {
        const of = this.many(ir.of);
        return (frame) => {
          const values = of(frame);
          frame.meter.take(values.values.length);
          return aggregated(ir.name, values, frame.size);
        };
      }
      case 'holds': {
        const of = this.many(ir.of);
        return (frame) => holding(ir.quantifier, of(frame), frame.size);
      }
      default:
        return this.operator(ir);
    }
  }

  private operator(ir: Ir): Evaluate {
    switch (ir.op) {
      case 'arithmetic': {
        const [left, right] = [this.compile(ir.left), this.compile(ir.right)];
        const operate = ARITHMETIC[ir.operator];
        return (frame) => combined(left(frame), right(frame), operate);
      }
      case 'compare': {
        const [left, right] = [this.single(ir.left), this.single(ir.right)];
        const relation = RELATIONS[ir.relation];
        return (frame) => rowwise(left(frame), right(frame), relation);
      }
      case 'and':
      case 'or': {
        const [left, right] = [this.single(ir.left), this.single(ir.right)];
        const isAnd = ir.op === 'and';
        return (frame) => {
          const one = left(frame);
          // If the first side decides for all rows, the second is not evaluated.
          if (one.every((value) => (value === 1) !== isAnd)) return one.map((value) => (value === 1 ? 1 : 0));
          return rowwise(one, right(frame), (a, b) => (isAnd ? a === 1 && b === 1 : a === 1 || b === 1));
        };
      }
      case 'isThere': {
        const of = this.compile(ir.of);
        return (frame) => whatIsThere(of(frame), frame.size);
      }
      case 'not': {
        const operand = this.single(ir.operand);
        return (frame) => operand(frame).map((value) => (Number.isNaN(value) ? NaN : 1 - value));
      }
      case 'choose':
        return this.choose(ir);
      case 'function': {
        const [first, second] = ir.values.map((value) => this.compile(value));
        const apply = FUNCTION[ir.name];
        if (first === undefined) return (frame) => frame.nothing();
        return (frame) => combined(first(frame), second?.(frame) ?? frame.nothing(), (one, other) => apply(one, other));
      }
      default:
        return (frame) => frame.nothing();
    }
  }

  private once(shared: Shared): Evaluate {
    const known = this.shared.get(shared);
    if (known !== undefined) {
      this.within = Math.max(this.within, known.depth);
      return known.evaluate;
    }
    const compiled = this.compile(shared.value);
    const evaluate: Evaluate = (frame) => frame.once(shared, compiled);
    this.shared.set(shared, { evaluate, depth: this.within });
    return evaluate;
  }

  /** An expression as several values a row, also where it has only one. */
  private many(ir: Ir): (frame: Frame) => Many {
    const evaluate = this.compile(ir);
    return (frame) => {
      const column = evaluate(frame);
      if (isMany(column)) return column;
      // An absent value is an empty set.
      return gathered([column], frame.size, frame.meter);
    };
  }

  private member(of: string, name: string, target: Evaluate): Evaluate {
    return (frame) => {
      const rows = target(frame);
      const table = frame.data.table(of);
      if (table === undefined) return frame.nothing();
      if (!isMany(rows)) return columnOf(table, name, rows, frame.meter) ?? frame.nothing();
      frame.meter.take(rows.values.length);
      const found = columnOf(table, name, rows.values, frame.meter);
      if (found === undefined) return { starts: rows.starts, values: new Float64Array(rows.values.length).fill(NaN) };
      if (!isMany(found)) return { starts: rows.starts, values: found };
      // Of each of several rows several values: all of them are of the row that has those.
      return { starts: rows.starts.map((at) => found.starts[at] ?? 0), values: found.values };
    };
  }

  private relation(of: string, name: string, values: readonly Ir[]): Evaluate {
    const given = values.map((value) => this.compile(value));
    return (frame) => {
      const columns = given.map((value) => value(frame));
      const found = frame.data.table(of)?.relation?.(name, columns);
      if (found === undefined) return frame.nothing();
      if (isMany(found)) frame.meter.hold(found.values.length);
      return found;
    };
  }

  private matches(pattern: string, values: readonly Ir[]): Evaluate {
    const given = values.map((value) => this.compile(value));
    return (frame) => {
      const columns = given.map((value) => value(frame));
      return frame.data.matches?.(pattern, columns, frame.size, frame.meter) ?? frame.nothing();
    };
  }

  private each(ir: Extract<Ir, { op: 'each' }>): Evaluate {
    const set = this.many(ir.set);
    const such = ir.such === undefined ? undefined : this.single(ir.such);
    const value = this.single(ir.value);
    return (frame) => eachOf(set(frame), frame, ir.slot, such, value);
  }

  private fold(ir: Extract<Ir, { op: 'fold' }>): Evaluate {
    const { slots, again } = ir;
    const start = ir.start.map((value) => this.compile(value));
    const fold = {
      ...{ slots, again, value: this.compile(ir.value), next: ir.next.map((value) => this.compile(value)) },
      goesOn: this.needs(needsOf(ir.value, again)),
    };
    const chain = ir.isRunning ? slots.findIndex(({ isRow }) => isRow) : -1;
    const running = chain < 0 ? undefined : new RunningFold(fold, chain);
    return (frame) => {
      const columns = start.map((value) => value(frame));
      return running === undefined ? folded(fold, columns, frame) : running.evaluate(columns, frame);
    };
  }

  /** 1 for each row of which a function calls itself. */
  private needs(needs: Needs): (frame: Frame) => Float64Array {
    switch (needs.kind) {
      case 'always':
        return ({ size }) => new Float64Array(size).fill(1);
      case 'never':
        return ({ size }) => new Float64Array(size);
      case 'any': {
        const all = needs.of.map((each) => this.needs(each));
        return (frame) => {
          const columns = all.map((each) => each(frame));
          return Float64Array.from({ length: frame.size }, (_, row) =>
            Number(columns.some((column) => column[row] === 1)),
          );
        };
      }
      case 'if': {
        const condition = this.single(needs.condition);
        const [then, otherwise] = [this.needs(needs.then), this.needs(needs.otherwise)];
        return (frame) => {
          const [holds, one, other] = [condition(frame), then(frame), otherwise(frame)];
          return holds.map((is, row) => (is === 1 ? one[row] : other[row]) ?? 0);
        };
      }
    }
  }

  private choose(ir: Extract<Ir, { op: 'choose' }>): Evaluate {
    const [condition, value, otherwise] = [
      this.single(ir.condition),
      this.compile(ir.value),
      this.compile(ir.otherwise),
    ];
    return (frame) => {
      const holds = condition(frame);
      const [one, other] = [value(frame), otherwise(frame)];
      if (!isMany(one) && !isMany(other)) return holds.map((is, row) => (is === 1 ? one[row] : other[row]) ?? NaN);
      const [some, others] = [gathered([one], frame.size, frame.meter), gathered([other], frame.size, frame.meter)];
      return chosenRows(holds, some, others);
    };
  }
}

function whatIsThere(column: Column, size: number): Float64Array {
  return Float64Array.from({ length: size }, (_, row) => {
    if (isMany(column)) return Number((column.starts[row + 1] ?? 0) > (column.starts[row] ?? 0));
    return Number(!Number.isNaN(column[row] ?? NaN));
  });
}

const tooDeep = (): LimitReached =>
  new LimitReached(`it was stopped: its definitions are nested more than ${DEEPEST} deep`);

function rowwise(left: Float64Array, right: Float64Array, holds: (a: number, b: number) => boolean): Float64Array {
  const found = new Float64Array(left.length);
  for (let row = 0; row < left.length; row++) found[row] = holds(left[row] ?? NaN, right[row] ?? NaN) ? 1 : 0;
  return found;
}

/** Returns one value for each row; none if there are several: type checking has reported that already. */
function singleOf(column: Column): Float64Array {
  return isMany(column) ? new Float64Array(column.starts.length - 1).fill(NaN) : column;
}

function chosenRows(holds: Float64Array, one: Many, other: Many): Many {
  const starts = new Uint32Array(holds.length + 1);
  const parts: Float64Array[] = [];
  for (let row = 0; row < holds.length; row++) {
    const from = holds[row] === 1 ? one : other;
    const part = from.values.subarray(from.starts[row], from.starts[row + 1]);
    parts.push(part);
    starts[row + 1] = (starts[row] ?? 0) + part.length;
  }
  const values = new Float64Array(starts[holds.length] ?? 0);
  parts.forEach((part, row) => values.set(part, starts[row]));
  return { starts, values };
}
