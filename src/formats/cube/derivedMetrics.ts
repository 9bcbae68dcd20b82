/** The values of derived metrics: of their formulas, at every call path and location. */
import { elementAt } from '../../base/elements.js';
import { plainName } from '../../base/plainText.js';
import { withChildren, withoutChildren } from './alongCalls.js';
import type { CubeAnchor, CubeFormula, CubeRows, CubeSource } from './anchor.js';
import { type Evaluation, prepared, Variables } from './cubepl/evaluate.js';
import { parseFormula } from './cubepl/parser.js';
import { combinationOf, isLinear, stepsOf } from './cubepl/shape.js';
import { type Expression, type Flavour, NotEvaluated } from './cubepl/syntax.js';
import { dataType } from './dataTypes.js';
import { MOST_VALUES } from '../limits.js';

/** Steps of all places together; a formula that takes more would take minutes. */
const MOST_STEPS = 1 << 30;
/** A derived metric may read others, so deep. */
const DEEPEST = 16;

/** The place that a formula is evaluated at. */
interface Place {
  path: number;
  location: number;
}

/** Values of a metric by place; a path without a row has zeros. */
interface Sheet {
  readonly rowOf: Int32Array;
  readonly value: Float64Array;
}

export class DerivedMetrics {
  private readonly sheets = new Map<string, Sheet>();
  private readonly open = new Set<number>();

  constructor(private readonly source: CubeSource) {}

  /**
   * The values of a derived metric, exclusive along the call tree.
   * @param index of the metric
   * @throws NotEvaluated where its formula has in it what is not evaluated, or its values could not be added up
   */
  rows(index: number): CubeRows {
    const formula = this.source.anchor.metrics[index]?.formula;
    if (formula === undefined || formula.text.trim() === '') throw new NotEvaluated('is missing');
    if (this.open.has(index) || this.open.size >= DEEPEST) throw new NotEvaluated('reads itself');
    this.open.add(index);
    try {
      return this.evaluated(formula);
    } finally {
      this.open.delete(index);
    }
  }

  private evaluated(formula: CubeFormula): CubeRows {
    const { anchor } = this.source;
    checkCombination(formula);
    const expression = parseFormula(formula.text);
    if (formula.of === 'sums' && !isLinear(expression))
      throw new NotEvaluated('is one of sums, so that its values at call paths have no sum');
    const rows = this.atAllPlaces(expression, formula);
    return formula.of === 'inclusive' ? withoutChildren(rows, anchor) : rows;
  }

  private atAllPlaces(expression: Expression, { first, of }: CubeFormula): CubeRows {
    const { callTree, locations } = this.source.anchor;
    const count = callTree.size * locations.length;
    if (count > MOST_VALUES || count * stepsOf(expression) > MOST_STEPS)
      throw new NotEvaluated('would take too long at so many call paths and locations');
    const place: Place = { path: 0, location: 0 };
    const own = of === 'inclusive' ? 'inclusive' : 'exclusive';
    const metric = (name: string, flavour: Flavour, fixed: boolean): Evaluation =>
      this.reading(name, flavour === 'same' ? own : flavour, fixed, place);
    const variables = new Variables();
    if (first !== '') prepared(parseFormula(first), { metric }, variables)();
    variables.keep();
    const evaluate = prepared(expression, { metric }, variables);
    const value = new Float64Array(count);
    for (let at = 0; place.path < callTree.size; place.path++)
      for (place.location = 0; place.location < locations.length; place.location++, at++) {
        variables.reset();
        value[at] = evaluate();
      }
    return { callPath: Uint32Array.from({ length: callTree.size }, (_, path) => path), value };
  }

  /** How a formula reads a metric. */
  private reading(name: string, flavour: 'exclusive' | 'inclusive', fixed: boolean, place: Place): Evaluation {
    const width = this.source.anchor.locations.length;
    if (fixed) {
      const total = this.sheet(name, 'exclusive').value.reduce((sum, one) => sum + one, 0);
      return () => total;
    }
    const { rowOf, value } = this.sheet(name, flavour);
    return () => {
      const row = elementAt(rowOf, place.path);
      return row < 0 ? 0 : elementAt(value, row * width + place.location);
    };
  }

  private sheet(name: string, flavour: 'exclusive' | 'inclusive'): Sheet {
    const key = `${flavour} ${name}`;
    const known = this.sheets.get(key);
    if (known !== undefined) return known;
    const { anchor } = this.source;
    const index = anchor.metrics.findIndex((metric) => metric.name === name);
    const metric = anchor.metrics[index];
    if (metric === undefined) throw new NotEvaluated(`reads the metric ${plainName(name)}, which is not in the file`);
    if (metric.kind !== 'derived' && dataType(metric.dataType)?.combine !== 'sum')
      throw new NotEvaluated(`reads the metric ${plainName(name)}, whose values are no sums`);
    const rows = metric.kind === 'derived' ? this.rows(index) : this.source.rows(index);
    if (rows === undefined) throw new NotEvaluated(`reads the metric ${plainName(name)}, which has no values`);
    const sheet = sheetOf(
      flavoured(rows, metric.kind === 'inclusive' ? 'inclusive' : 'exclusive', flavour, anchor),
      anchor,
    );
    this.sheets.set(key, sheet);
    return sheet;
  }
}

function flavoured(rows: CubeRows, is: Flavour, wanted: Flavour, anchor: CubeAnchor): CubeRows {
  if (is === wanted) return rows;
  return wanted === 'inclusive' ? withChildren(rows, anchor) : withoutChildren(rows, anchor);
}

function sheetOf({ callPath, value }: CubeRows, { callTree }: CubeAnchor): Sheet {
  const rowOf = new Int32Array(callTree.size).fill(-1);
  for (const [row, path] of callPath.entries()) rowOf[path] = row;
  return { rowOf, value };
}

/** Only what is added up by + and taken from each other by - has sums. */
function checkCombination({ plus, minus, aggregation }: CubeFormula): void {
  const isOther = (text: string): boolean => text !== '' && combinationOf(parseFormula(text)) !== 'sum';
  if (isOther(plus) || isOther(aggregation) || minus !== '')
    throw new NotEvaluated('is added up in another way than by sums');
}
