import type { Line } from './line.js';
import { lookOf } from './look.js';

const width = 40;
const height = 12;

/** The keys of a chart's lines, drawn as the lines are. */
export function Legend({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <ul class="legend">
      {lines.map((line) => (
        <li key={line.label}>
          <Key line={line} />
          {line.label}
        </li>
      ))}
    </ul>
  );
}

function Key({ line }: { readonly line: Line }) {
  const { color, dash, point } = lookOf(line.look);
  const reference = line.reference === true;
  return (
    <svg
      class={reference ? 'key reference' : 'key'}
      width={width}
      height={height}
      aria-hidden="true"
      style={reference ? {} : { color: `var(--vscode-charts-${color})` }}
    >
      {line.isApart !== true && (
        <line
          x1={0}
          x2={width}
          y1={height / 2}
          y2={height / 2}
          stroke-dasharray={reference ? undefined : dash.join(' ')}
        />
      )}
      {!reference && <path d={point} transform={`translate(${width / 2} ${height / 2})`} />}
    </svg>
  );
}
