/** One line of a table, comma-separated (RFC 4180); cells that a spreadsheet would run as a formula are defused by a leading apostrophe. */
export function csvLine(cells: readonly (string | number)[]): string {
  return cells
    .map((cell) => {
      if (typeof cell === 'number') return String(cell);
      const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
      return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    })
    .join(',');
}

/** Lines of a table, as csvLine writes each. */
export function csvLines(lines: readonly (readonly (string | number)[])[]): string {
  return lines.map((cells) => `${csvLine(cells)}\n`).join('');
}
