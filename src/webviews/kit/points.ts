import uPlot from 'uplot';
import type { ValueLook } from './look.js';

/** Draws the points of a line in their shape. */
export function pointPaths({ point }: ValueLook): uPlot.Series.Points.PathBuilder {
  const shape = new Path2D(point);
  return (chart, series, first, last) => {
    const paths = new Path2D();
    const values = chart.data[series] ?? [];
    for (let index = first; index <= last; index++) {
      const [x, y] = [chart.data[0][index], values[index]];
      if (x === undefined || typeof y !== 'number') continue;
      const [left, top] = [chart.valToPos(x, 'x', true), chart.valToPos(y, 'y', true)];
      paths.addPath(shape, new DOMMatrix().translate(left, top).scale(uPlot.pxRatio));
    }
    return { fill: paths, stroke: paths };
  };
}
