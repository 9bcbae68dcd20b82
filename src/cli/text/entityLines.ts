/** Time by what the program names itself, as people read it in a terminal. */
import type { EntitySummary, FindingsReport } from '../../model/findings/findings.js';
import { counted, duration, percent, plainLine } from '../../base/text.js';
import { columnWidths, fit, padEnd, padStart, textWidth, type Layout } from '../terminal/layout.js';
import { placeText } from './placeText.js';

const MOST_ROWS = { short: 6, full: 100 };

/** The entities by their time; nothing where the program names none. */
export function* entityLines({ entities = [] }: FindingsReport, layout: Layout): Generator<string> {
  const { width, style, metrics = false } = layout;
  if (entities.length === 0) return;
  yield style.bold('Entities, by the time of work for them');
  const rows = entities.slice(0, metrics ? MOST_ROWS.full : MOST_ROWS.short).map((entity) => ({
    numbers: [percent(entity.share), duration(entity.seconds), counted(entity.visits, 'time')],
    name: nameOf(entity),
    where: whereOf(entity, layout),
  }));
  const widths = columnWidths(rows.map(({ numbers }) => numbers));
  const numbersWidth = widths.reduce((sum, one) => sum + one + 2, 2);
  const whereWidth = Math.max(...rows.map(({ where }) => textWidth(where)));
  const name = Math.min(
    Math.max(...rows.map((row) => textWidth(row.name))),
    Math.max(8, width - numbersWidth - whereWidth - 2),
  );
  for (const row of rows) {
    const numbers = row.numbers.map((text, column) => padStart(text, widths[column] ?? 0)).join('  ');
    yield fit(`  ${numbers}  ${padEnd(fit(row.name, name), name)}  ${row.where}`.trimEnd(), width);
  }
  const more = entities.length - rows.length;
  if (more > 0) yield `  and ${more} more with --metrics`;
  yield '';
}

function nameOf({ name, attributes }: EntitySummary): string {
  return plainLine(attributes === undefined ? name : `${name} (${attributes})`);
}

/** The line at which most of its work begins. */
function whereOf({ places: [first] }: EntitySummary, layout: Layout): string {
  return first?.place === undefined ? '' : placeText(first.place, layout, Math.floor(layout.width / 3));
}
