/** Counters of the processor and the kernel, as lines of a terminal with all details. */
import { percent, plainLine, quantity } from '../../base/text.js';
import type { CountedFunction, CounterReport } from '../../model/counters.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import { columnWidths, fit, padStart, type Layout } from '../terminal/layout.js';
import { placeText } from './placeText.js';

const MOST_ROWS = 30;

/** Each counter with the functions that have most of it; nothing where none was read. */
export function counterLines({ counters = [] }: FindingsReport, layout: Layout): Generator<string> {
  return quantityLines(counters, layout);
}

/** Metrics that add up, each with the functions that have most of it. */
export function* quantityLines(counters: readonly CounterReport[], layout: Layout): Generator<string> {
  const { width, style } = layout;
  for (const counter of counters) {
    yield style.bold(`${plainLine(counter.name)}: ${quantity(counter.total, counter.unit)} in total`);
    const shown = counter.functions.slice(0, MOST_ROWS);
    const head = ['share', 'exclusive', 'inclusive', 'per call'];
    const rows = [head, ...shown.map((one) => numbersOf(one, counter))];
    const widths = columnWidths(rows);
    for (const [at, row] of rows.entries()) {
      const numbers = row.map((text, column) => padStart(text, widths[column] ?? 0)).join('  ');
      const about = shown[at - 1];
      const name = about === undefined ? 'function' : nameOf(about, layout);
      yield fit(`  ${numbers}  ${name}`, width);
    }
    yield '';
  }
}

function numbersOf({ own, inclusive, calls }: CountedFunction, { total, unit }: CounterReport): string[] {
  return [
    percent(total > 0 ? Math.min(1, own / total) : 0),
    quantity(own, unit),
    quantity(inclusive, unit),
    calls > 0 ? quantity(inclusive / calls, unit) : '',
  ];
}

function nameOf({ region, place }: CountedFunction, layout: Layout): string {
  const where = place === undefined ? '' : placeText(place, layout, Math.floor(layout.width / 3));
  return `${shortFunctionName(plainLine(region))}  ${where}`.trimEnd();
}
