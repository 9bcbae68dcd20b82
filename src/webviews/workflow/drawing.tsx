import { useEffect, useRef } from 'preact/hooks';
import type { StepPath } from '../../protocol/graph.js';
import { type Edge, type Layout, type Node, neighbor } from './layout.js';
import type { Live } from './live.js';

export interface DrawingProps {
  readonly layout: Layout;
  readonly live: ReadonlyMap<string, Live>;
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
  readonly onEnter: () => void;
  readonly onRemove: (path: StepPath) => void;
}

const arrows = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const;
const marks: Readonly<Record<Live['state'], string>> = {
  running: '▶',
  asking: '?',
  succeeded: '✓',
  failed: '✗',
  cancelled: '⊘',
  skipped: '–',
};

/** The graph: arrow keys go from step to step, Enter edits one, Delete removes it. */
export function Drawing(props: DrawingProps) {
  const { layout, chosen, onChoose, onEnter, onRemove } = props;
  const box = useRef<HTMLDivElement>(null);
  const keyed = useRef(false);
  useEffect(() => {
    // Only after an arrow key: focus must not jump to the graph while a form is filled in.
    if (keyed.current) box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    keyed.current = false;
  }, [chosen]);
  const keys = (event: KeyboardEvent) => {
    const direction = Object.entries(arrows).find(([name]) => name === event.key)?.[1];
    const node = layout.nodes.find(({ key }) => key === chosen);
    if (direction !== undefined) {
      keyed.current = true;
      onChoose(neighbor(layout, chosen, direction));
    } else if (event.key === 'Enter') onEnter();
    else if (event.key === 'Delete' && node !== undefined) onRemove(node.step.path);
    else return;
    event.preventDefault();
  };
  return (
    <div class="drawing scroll">
      <div
        ref={box}
        class="paper"
        role="application"
        aria-label="Steps of the workflow. Arrow keys go from step to step, Enter edits one, Delete removes it."
        style={{ width: `${layout.width}px`, height: `${layout.height}px` }}
        onKeyDown={keys}
      >
        <svg width={layout.width} height={layout.height} aria-hidden="true">
          <defs>
            <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
              <path d="M0 0 8 4 0 8z" />
            </marker>
          </defs>
          {layout.boxes.map(({ key, ...place }) => (
            <rect key={key} class="group" rx="6" {...place} />
          ))}
          {layout.edges.map((edge) => (
            <path
              key={`${edge.kind} ${edge.from} ${edge.to}`}
              class={edge.kind}
              d={pathOf(edge)}
              marker-end="url(#tip)"
            />
          ))}
        </svg>
        {layout.nodes.map((node) => (
          <Step key={node.key} node={node} {...props} />
        ))}
      </div>
    </div>
  );
}

function Step({ node, live, chosen, onChoose }: DrawingProps & { readonly node: Node }) {
  const { step, x, y, width, height } = node;
  const state = live.get(step.key);
  const current = step.key === chosen;
  return (
    <button
      class={`step ${state?.state ?? ''}`}
      aria-current={current ? 'step' : undefined}
      aria-label={`${step.title}, ${step.kind}${state === undefined ? '' : `, ${state.text}`}`}
      title={[step.title, step.detail, state?.sentence ?? ''].filter((line) => line !== '').join('\n')}
      tabIndex={current ? 0 : -1}
      style={{ left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` }}
      onClick={() => onChoose(step.key)}
    >
      <span class="title">
        {state !== undefined && <span class="mark">{marks[state.state]}</span>}
        {step.title}
      </span>
      <span class="detail">{state === undefined ? step.detail || step.kind : state.text}</span>
    </button>
  );
}

function pathOf({ points, kind }: Edge): string {
  const [start, ...rest] = points;
  const end = rest.at(-1);
  if (start === undefined || end === undefined) return '';
  if (kind === 'order') {
    const middle = (start.y + end.y) / 2;
    return `M${start.x} ${start.y} C${start.x} ${middle} ${end.x} ${middle} ${end.x} ${end.y}`;
  }
  return `M${start.x} ${start.y} ${rest.map(({ x, y }) => `L${x} ${y}`).join(' ')}`;
}
