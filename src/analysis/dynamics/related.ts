import type { DynamicsFinding, DynamicsPattern } from '../../model/dynamics/dynamics.js';

/** Changes at the same time share so much of the iterations that any of the two takes. */
const LEAST_OVERLAP = 0.6;
/** By how many iterations the borders of one change may differ from those of another: what a step may take. */
const MARGIN = 4;

type Changing = Pick<DynamicsFinding, 'metric' | 'node' | 'patterns'>;

/** By finding: those of other metrics or call paths that change at the same time. */
export function relatedOf(findings: readonly Changing[]): number[][] {
  return findings.map((finding) =>
    findings.flatMap((other, index) => {
      const isElsewhere = other.metric !== finding.metric || other.node !== finding.node;
      return isElsewhere && changeTogether(finding, other) ? [index] : [];
    }),
  );
}

function changeTogether(one: Changing, other: Changing): boolean {
  return one.patterns.some((a) => other.patterns.some((b) => overlap(a, b) >= LEAST_OVERLAP));
}

/** Common iterations by those of both. */
function overlap(a: DynamicsPattern, b: DynamicsPattern): number {
  const common = Math.min(a.last, b.last) - Math.max(a.first, b.first) + 1 + 2 * MARGIN;
  const all = Math.max(a.last, b.last) - Math.min(a.first, b.first) + 1 + 2 * MARGIN;
  return common / all;
}
