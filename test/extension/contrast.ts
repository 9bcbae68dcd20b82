/** Contrast ratio of two colors `#rrggbb`, 1 to 21, as WCAG 2.2 defines it. */
export function contrast(one: string, other: string): number {
  const both = [luminance(one), luminance(other)];
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
}

/** Relative luminance of an sRGB color, WCAG 2.2. */
function luminance(color: string): number {
  const part = (start: number): number => {
    const value = parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}
