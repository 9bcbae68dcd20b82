/** Runs in the page before its own script: replaces VS Code, moves like a user, and reports the cost of frames. */
import { type FrameCost, Frames } from './frames.js';
import { link, type Traffic } from './link.js';

export interface Moved {
  readonly frames: readonly FrameCost[];
  readonly bytes: number;
  readonly latencies: Readonly<Record<string, readonly number[]>>;
  readonly failures: readonly string[];
}

export interface Bench {
  /** Milliseconds from the beginning of loading to the first bars, or rows of a tree; undefined until then. */
  firstPicture(): number | undefined;
  /** Rests until nothing is asked any more, then moves: a third each of panning, zooming and scrolling. */
  timeline(frames: number): Promise<Moved>;
  /** Milliseconds in which the root of the tree closes and opens again, until that is drawn; several times. */
  open(times: number): Promise<readonly number[]>;
  /** Scrolls through a tree. */
  tree(frames: number): Promise<Moved>;
  /** Milliseconds that each search for a text takes in the tree. */
  find(texts: readonly string[]): Promise<readonly number[]>;
}

declare global {
  interface Window {
    bench: Bench;
  }
}

const words = new URLSearchParams(location.search);
const [page, experiment, rows] = [words.get('page') ?? '', words.get('experiment') ?? '', Number(words.get('rows'))];
const traffic: Traffic = { pending: 0, bytes: 0, latencies: {}, failures: [] };
const frames = new Frames(rows);
const shown = { id: experiment, name: 'bench' };
const states: Readonly<Record<string, object>> = {
  timeline: { experiment: shown, selected: null, others: [] },
  explorer: { experiment: shown, selection: null, turn: 0, others: [], worst: null },
};
Object.assign(window, { acquireVsCodeApi: () => link(page, states[page], traffic) });

const nextFrame = (): Promise<number> =>
  new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Does something in each frame, and notes what it takes together with what the page draws because of it. */
async function move(count: number, act: (frame: number) => void): Promise<Moved> {
  // Nothing is asked any more, and what rests has asked for all it wants.
  for (let quiet = 0; quiet < 3;) {
    quiet = traffic.pending === 0 ? quiet + 1 : 0;
    await pause(150);
  }
  Object.assign(traffic, { bytes: 0, latencies: {}, failures: [] });
  frames.take();
  const costs: FrameCost[] = [];
  for (let frame = 0; frame < count; frame++) {
    const began = performance.now();
    act(frame);
    // Rendering follows in the queue of what is to be done next, before anything is drawn.
    await Promise.resolve();
    await Promise.resolve();
    frames.add(performance.now() - began);
    await nextFrame();
    costs.push(frames.take());
  }
  return { frames: costs, ...traffic };
}

/** Pixels a frame at 2,000 a second and 60 frames a second. */
const PAN = 2000 / 60;
/** Wheel distance that zooms to half. */
const OCTAVE = Math.LN2 / 0.002;

function turn(canvas: Element, wheel: WheelEventInit): void {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const at = { clientX: left + width * 0.6, clientY: top + height / 2 };
  canvas.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, ...at, ...wheel }));
}

function element(selector: string): Element {
  const found = document.querySelector(selector);
  if (found === null) throw new Error(`There is no ${selector}: ${document.body.innerText.slice(0, 300)}`);
  return found;
}

let firstTree: number | undefined;
const looking = new MutationObserver(() => {
  if (document.querySelector('[role=treegrid] [role=row]') === null) return;
  firstTree = performance.now();
  looking.disconnect();
});
looking.observe(document, { childList: true, subtree: true });

const callPaths = (): Element => element('#page [role=treegrid][aria-label^="Call paths"]');

window.bench = {
  firstPicture: () => (page === 'timeline' ? frames.firstPicture : firstTree),
  open: async (times) => {
    const tree = callPaths();
    const press = async (key: string): Promise<number> => {
      const began = performance.now();
      tree.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      await nextFrame();
      // Layout is done on request.
      tree.getBoundingClientRect();
      return performance.now() - began;
    };
    await press('Home');
    const taken: number[] = [];
    for (let time = 0; time < times; time++) {
      await press(tree.getAttribute('aria-rowcount') === '1' ? 'ArrowRight' : 'ArrowLeft');
      taken.push(await press(tree.getAttribute('aria-rowcount') === '1' ? 'ArrowRight' : 'ArrowLeft'));
    }
    if (tree.getAttribute('aria-rowcount') === '1') await press('ArrowRight');
    return taken;
  },
  timeline: async (count) => {
    const canvas = element('.picture canvas');
    const third = count / 3;
    // Begins where panning has room to both sides.
    turn(canvas, { deltaY: -3 * OCTAVE, ctrlKey: true });
    return move(count, (frame) => {
      const there = Math.floor(frame / 75) % 2 === 0 ? 1 : -1;
      if (frame < third) turn(canvas, { deltaX: PAN * there });
      // 14 octaves in, and out again.
      else if (frame < 2 * third)
        turn(canvas, { deltaY: ((frame < 1.5 * third ? -28 : 28) * OCTAVE) / third, ctrlKey: true });
      else turn(canvas, rows * 4 > canvas.clientHeight ? { deltaY: PAN * there } : { deltaX: PAN * there });
    });
  },
  tree: async (count) => {
    const tree = callPaths();
    tree.scrollTop = 0;
    return move(count, (frame) => {
      tree.scrollTop = ((frame * 613) % tree.scrollHeight) + 1;
      tree.dispatchEvent(new Event('scroll'));
    });
  },
  find: async (texts) => {
    const field = element('input[type=search]');
    if (!(field instanceof HTMLInputElement)) throw new Error('The field for a search is no field.');
    const times: number[] = [];
    for (const text of texts) {
      const began = performance.now();
      field.value = text;
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      await Promise.resolve();
      await nextFrame();
      times.push(performance.now() - began);
    }
    return times;
  },
};
