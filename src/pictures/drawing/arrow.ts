/** The corners of the head at the end of a line, its point first. @param points of the line, x and y in turn */
export function arrowCorners(points: readonly number[], size = 6): readonly (readonly [number, number])[] {
  const [fromX = 0, fromY = 0, x = 0, y = 0] = points.slice(-4);
  const length = Math.hypot(x - fromX, y - fromY) || 1;
  const [alongX, alongY] = [((x - fromX) / length) * size, ((y - fromY) / length) * size];
  return [
    [x, y],
    [x - alongX - alongY / 2, y - alongY + alongX / 2],
    [x - alongX + alongY / 2, y - alongY - alongX / 2],
  ];
}
