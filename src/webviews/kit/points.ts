import uPlot from 'uplot';
import type { Look } from './look.js';

/** Draws the points of a line in their shape. */
export function pointPaths({ point }: Look): uPlot.Series.Points.PathBuilder {
  const shape = new Path2D(point);
  return (chart, series, first, last) => {
    const paths = new Path2D();
    for (let index = first; index <= last; index++) {
      const y = chart.data[series][index];
      if (typeof y !== 'number') continue;
      const [left, top] = [chart.valToPos(chart.data[0][index], 'x', true), chart.valToPos(y, 'y', true)];
      paths.addPath(shape, new DOMMatrix().translate(left, top).scale(uPlot.pxRatio));
    }
    return { fill: paths, stroke: paths };
  };
}
