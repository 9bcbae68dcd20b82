import { type Column, columns } from '../../protocol/pages/history.js';
import { columnTitles } from './view.js';

/** Which columns are shown. */
export function ColumnChooser({
  shown,
  onChange,
}: {
  readonly shown: readonly Column[];
  readonly onChange: (columns: readonly Column[]) => void;
}) {
  return (
    <details class="menu">
      <summary>Columns</summary>
      <div class="choices" role="group" aria-label="Columns">
        {columns.map((column) => (
          <label key={column}>
            <input
              type="checkbox"
              checked={shown.includes(column)}
              onChange={(event) =>
                onChange(
                  columns.filter((other) => (other === column ? event.currentTarget.checked : shown.includes(other))),
                )
              }
            />
            {columnTitles[column]}
          </label>
        ))}
      </div>
    </details>
  );
}

export function isColumns(value: unknown): value is readonly Column[] {
  return Array.isArray(value) && value.every((item) => columns.some((column) => column === item));
}
