/** A fraction as people read it: `38.2 %`; what rounds to nothing is said to be small, not zero. */
export function percent(fraction: number): string {
  if (fraction > 0 && fraction < 0.0005) return '< 0.1 %';
  return `${(fraction * 100).toFixed(1)} %`;
}

/** A duration with three significant digits and the unit that suits it. */
export function duration(seconds: number): string {
  const size = Math.abs(seconds);
  if (size === 0) return '0 s';
  if (size >= 999.5) return `${Math.round(seconds)} s`;
  if (size >= 1) return `${seconds.toPrecision(3)} s`;
  if (size >= 0.9995e-3) return `${(seconds * 1e3).toPrecision(3)} ms`.replace('1.00e+3 ms', '1.00 s');
  if (size >= 0.9995e-6) return `${(seconds * 1e6).toPrecision(3)} µs`.replace('1.00e+3 µs', '1.00 ms');
  return `${(seconds * 1e9).toPrecision(3)} ns`;
}

/** Ascending whole numbers as a compact list: `1–3, 7`. */
export function compactList(numbers: readonly number[]): string {
  const parts: string[] = [];
  for (let start = 0; start < numbers.length;) {
    let end = start;
    while (end + 1 < numbers.length && numbers[end + 1] === numbers[end] + 1) end++;
    if (end === start) parts.push(`${numbers[start]}`);
    else if (end === start + 1) parts.push(`${numbers[start]}, ${numbers[end]}`);
    else parts.push(`${numbers[start]}–${numbers[end]}`);
    start = end + 1;
  }
  return parts.join(', ');
}

/**
 * One line of plain text out of a name that a stranger may have chosen: control and direction-changing
 * characters become spaces.
 */
export function plainLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/**
 * Text that Markdown shows exactly as it is. Every ASCII punctuation mark is escaped, so that a region name or a
 * note from elsewhere can bring no link, image, HTML, table cell or code into a hover.
 */
export function escapeMarkdown(text: string): string {
  return plainLine(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
