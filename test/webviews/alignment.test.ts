import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Window, windowAround, xOf, zoomed } from '../../src/pictures/timeline/frame.js';
import { shiftedView, shiftOf } from '../../src/webviews/timeline/alignment.js';
import type { TimeView } from '../../src/webviews/timeline/useTimeline.js';

const span: Window = { from: 0, to: 100 };

/** A view that shows a window, as the page has it. */
function viewOf(window: Window): { readonly view: TimeView; readonly now: () => Window } {
  let shown = window;
  const set = (next: Window): void => void (shown = next);
  return {
    now: () => shown,
    view: {
      ...{ shown, span, set },
      zoom: (factor, about?: number) => set(zoomed(span, shown, about ?? (shown.from + shown.to) / 2, factor, 1e-6)),
      move: (part) => set({ from: shown.from + part, to: shown.to + part }),
      around: (one) => set(windowAround(span, one)),
      all: () => set(span),
    },
  };
}

const frameOf = (window: Window) => ({ window, left: 80, width: 900, top: 0, rowHeight: 28, gap: 5, rows: 4 });
const moment = fc.double({ min: 10, max: 80, noNaN: true });

describe('an experiment below another one', () => {
  it('begins with it, or has its worst wait under that of the first', () => {
    expect(shiftOf('start', { from: 3 }, { from: 8 })).toBe(0);
    expect(shiftOf('instance', { from: 3 }, { from: 8 })).toBe(5);
    expect(shiftOf('instance', undefined, { from: 8 })).toBe(0);
    expect(shiftOf('instance', { from: 3 }, undefined)).toBe(0);
    fc.assert(
      fc.property(moment, moment, moment, (first, other, from) => {
        const { view } = viewOf({ from, to: from + 5 });
        const shifted = shiftedView(view, shiftOf('instance', { from: first }, { from: other }), span);
        // At one place of the picture.
        expect(xOf(frameOf(shifted.shown), other)).toBeCloseTo(xOf(frameOf(view.shown), first), 6);
        expect(shifted.shown.to - shifted.shown.from).toBeCloseTo(5, 9);
      }),
    );
  });

  it('moves the first one when it is moved, and keeps what is under its pointer', () => {
    fc.assert(
      fc.property(moment, fc.double({ min: -9, max: 9, noNaN: true }), (about, shift) => {
        const zooms = viewOf({ from: 20, to: 60 });
        const shifted = shiftedView(zooms.view, shift, span);
        fc.pre(about >= shifted.shown.from && about <= shifted.shown.to);
        const before = xOf(frameOf(shifted.shown), about);
        shifted.zoom(0.5, about);
        const after = shiftedView(viewOf(zooms.now()).view, shift, span).shown;
        expect(after.to - after.from).toBeCloseTo(20, 6);
        expect(xOf(frameOf(after), about)).toBeCloseTo(before, 4);

        const sets = viewOf({ from: 20, to: 60 });
        shiftedView(sets.view, shift, span).set({ from: 30 + shift, to: 40 + shift });
        expect(sets.now()).toEqual({ from: expect.closeTo(30, 9) as number, to: expect.closeTo(40, 9) as number });

        const around = viewOf({ from: 20, to: 60 });
        shiftedView(around.view, shift, span).around({ from: 50 + shift, to: 52 + shift });
        expect((around.now().from + around.now().to) / 2).toBeCloseTo(51, 6);
      }),
    );
  });
});
