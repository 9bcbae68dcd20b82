/** Contrast ratio of two colours `#rrggbb`, 1 to 21, as WCAG 2.2 defines it. */
export function contrast(one: string, other: string): number {
  const [bright, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dark + 0.05);
}

/** Relative luminance of an sRGB colour, WCAG 2.2. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const value = parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
