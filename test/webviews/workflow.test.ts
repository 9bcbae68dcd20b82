import { describe, expect, it } from 'vitest';
import type { ShownStep } from '../../src/protocol/pages/workflow.js';
import { layoutOf, neighbor, orderEdges, usesEdges } from '../../src/webviews/workflow/layout.js';
import { liveStates } from '../../src/webviews/workflow/live.js';
import { readGraph } from '../../src/workflows/graph/read.js';

const { steps } = readGraph(`version: 1
name: Study
steps:
  - build: {}
  - id: both
    parallel:
      steps:
        - shell: { command: [a] }
        - id: other
          shell: { command: [b] }
  - id: rounds
    loop:
      until: steps.ask.answer == 'no'
      steps:
        - run: {}
        - ask: { question: Again? }
  - analyze: { of: run }
  - annotate: { note: "\${{ steps.build.log }}" }
`);
const layout = layoutOf(steps);
const at = (key: string) => layout.nodes.find((node) => node.key === key)!;

describe('the drawing of a workflow', () => {
  it('has arrows in the order in which steps run', () => {
    expect(orderEdges(steps).map(({ from, to }) => `${from} > ${to}`)).toEqual([
      'build > both',
      'both > both/shell',
      'both > both/other',
      'both/shell > rounds',
      'both/other > rounds',
      'rounds > rounds/run',
      'rounds/run > rounds/ask',
      'rounds/ask > analyze',
      'analyze > annotate',
    ]);
  });

  it('shows what is used from afar, and the way back of a loop', () => {
    const uses = usesEdges(steps, orderEdges(steps)).map(({ from, to }) => `${from} > ${to}`);
    expect(uses).toEqual(['rounds/run > analyze', 'build > annotate']);
    expect(layout.edges.filter(({ kind }) => kind === 'again')).toMatchObject([{ from: 'rounds/ask', to: 'rounds' }]);
  });

  it('goes down, puts what runs at once side by side, and lets nothing overlap', () => {
    for (const { from, to } of orderEdges(steps)) expect(at(from).y).toBeLessThan(at(to).y);
    expect(at('both/shell').y).toBe(at('both/other').y);
    for (const a of layout.nodes)
      for (const b of layout.nodes) {
        const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
        if (a !== b) expect(apart, `${a.key} and ${b.key}`).toBe(true);
      }
    for (const { x, y, width, height } of [...layout.nodes, ...layout.boxes]) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(layout.width);
      expect(y + height).toBeLessThanOrEqual(layout.height);
    }
  });

  it('can be walked with the arrow keys', () => {
    expect(neighbor(layout, 'build', 'down')).toBe('both');
    expect(neighbor(layout, 'both', 'up')).toBe('build');
    expect(neighbor(layout, 'build', 'up')).toBe('build');
    const [left, right] =
      at('both/shell').x < at('both/other').x ? ['both/shell', 'both/other'] : ['both/other', 'both/shell'];
    expect(neighbor(layout, left, 'right')).toBe(right);
    expect(neighbor(layout, right, 'left')).toBe(left);
  });

  it('of no steps is empty', () => {
    expect(layoutOf([])).toMatchObject({ nodes: [], edges: [], boxes: [] });
  });
});

describe('the states of a run', () => {
  const step = (key: string, state: ShownStep['state'], change: Partial<ShownStep> = {}): ShownStep => ({
    key,
    state,
    ...change,
  });

  it('are put together over rounds, the most urgent one first', () => {
    const live = liveStates([
      step('study[ranks=1]/run', 'succeeded'),
      step('study[ranks=2]/run', 'failed', { sentence: 'No memory.' }),
      step('build', 'running', { job: '42' }),
    ]);
    expect(live.get('study/run')).toEqual({ state: 'failed', text: 'failed, 1 of 2 times', sentence: 'No memory.' });
    expect(live.get('build')).toEqual({ state: 'running', text: 'running, job 42', sentence: '' });
  });
});
