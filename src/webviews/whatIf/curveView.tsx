import { useMemo } from 'preact/hooks';
import { duration } from '../../base/text.js';
import { Chart } from '../kit/chart.js';
import { Choice } from '../kit/choice.js';
import { Legend } from '../kit/legend.js';
import type { Line } from '../kit/line.js';
import { scaleOf } from './changes.js';
import type { ShownPredictions } from './useWhatIf.js';
import { type CurveTarget, curveOf, curveText } from './view.js';

type Props = Pick<
  ShownPredictions,
  'facts' | 'predictions' | 'plan' | 'livePlan' | 'targets' | 'target' | 'onTarget' | 'add'
>;

/** Run time by the time of one function, with the other active changes. */
export function CurveView({ target, targets, onTarget, ...props }: Props) {
  if (target === undefined) return null;
  return (
    <section aria-label="Curve">
      <h2>Curve</h2>
      <div class="bar">
        <Choice
          label="Run time by the time of"
          value={target.key}
          options={targets.map(({ key, title }) => [key, title] as const)}
          choose={onTarget}
        />
      </div>
      <CurveChart {...props} target={target} />
    </section>
  );
}

function CurveChart({
  facts,
  predictions,
  plan,
  livePlan,
  add,
  target,
}: Omit<Props, 'targets' | 'onTarget'> & { readonly target: CurveTarget }) {
  const curve = curveOf(plan, livePlan, target, predictions);
  const { runTime: measured } = facts;
  const shape = JSON.stringify(curve);
  const lines = useMemo(
    (): Line[] => [
      { label: 'predicted', look: 0, values: curve.runTimes },
      { label: 'measured', look: 1, reference: true, values: curve.x.map(() => measured) },
      {
        ...{ label: 'present factor', look: 3, isApart: true },
        values: curve.x.map((_, at) => (at === curve.present ? curve.presentTime : null)),
      },
    ],
    [shape, measured],
  );
  const x = useMemo(() => curve.x, [shape]);
  const marks = useMemo(() => [curve.x[curve.present] ?? 100], [shape]);
  return (
    <>
      <Legend lines={lines} />
      <Chart
        label={`Run time by the time of ${target.title}`}
        x={x}
        lines={lines}
        marks={marks}
        formatX={(value) => `${Math.round(value)} %`}
        formatY={duration}
        titleX={`time of ${target.title}, of the measured time`}
        titleY="run time"
        describe={(at) => curveText(curve, at, target.title, measured)}
        onOpen={(at) => add(scaleOf(target, (x[at] ?? 100) / 100))}
      />
      <p class="quiet">Enter or a click on a point selects its factor.</p>
    </>
  );
}
