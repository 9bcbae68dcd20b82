import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { elementAt } from '../../base/elements.js';
import { counted, duration, percent } from '../../base/text.js';
import type { ScalabilityAction, ScalabilityState, ShownScalability } from '../../protocol/pages/scalability.js';
import { Chart } from '../kit/chart.js';
import { Legend } from '../kit/legend.js';
import { Scrolling } from '../kit/scrolling.js';
import type { PageProps } from '../kit/start.js';
import { EfficiencyTable } from './efficiencyTable.js';
import { chartsOf, modelsOf, mostProperties, summary } from './view.js';

/** How a program does with more ranks. */
export function ScalabilityPage({ host, state }: PageProps<ShownScalability, ScalabilityAction>) {
  const { points } = state;
  const charts = useMemo(() => chartsOf(state), [state]);
  const ranks = useMemo(() => points.map((point) => point.ranks), [points]);
  const open = (index: number) => {
    const id = points[index]?.ids[0];
    if (id !== undefined) host.act({ do: 'open', id });
  };
  return (
    <main>
      <h1>Scalability of {state.program}</h1>
      <p role="status">{summary(state)}</p>
      {state.problems.map((problem) => (
        <p key={problem} class="notice">
          {problem}
        </p>
      ))}
      <div class="charts">
        {charts.map(({ title, ...chart }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <Legend lines={chart.lines} />
            <Chart
              {...chart}
              label={`${title} by number of ranks`}
              x={ranks}
              ticksAtValues
              formatX={(value) => String(value)}
              titleX="ranks"
              titleY={title}
              onOpen={open}
            />
          </section>
        ))}
      </div>
      {state.efficiencies !== undefined && <EfficiencyTable efficiencies={state.efficiencies} />}
      <Numbers state={state} open={open} />
      <Models state={state}>
        <OnLines shown={state.onLines} act={(on) => host.act({ do: 'showOnLines', on })} />
      </Models>
    </main>
  );
}

/** Puts what grows on the source lines in the editor, or takes it away. */
function OnLines({ shown, act }: { readonly shown: boolean; readonly act: (on: boolean) => void }) {
  return (
    <button
      aria-pressed={shown}
      title="Growth with the number of ranks, at the ends of the source lines in the editor"
      onClick={() => act(!shown)}
    >
      Show on lines
    </button>
  );
}

/** Scaling models, from five rank counts on. */
function Models({ state, children }: { readonly state: ScalabilityState; readonly children: ComponentChildren }) {
  const rows = modelsOf(state);
  if (rows.length === 0) return null;
  return (
    <Scrolling label="Models">
      <h2>Models</h2>
      {children}
      <p class="quiet">
        p is the number of ranks, seconds of properties are those of all ranks together. The error is by how much a
        model misses runs that it was made without; a line that fits is not yet a law.
      </p>
      <table>
        <thead>
          <tr>
            {['', 'With more ranks', 'Model', 'Error'].map((title) => (
              <th key={title} scope="col" class={title === 'Error' ? 'number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ title, growth, formula, error }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>{growth}</td>
              <td>{formula}</td>
              <td class="number">{error}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}

/** The same as numbers. */
function Numbers({ state, open }: { readonly state: ScalabilityState; readonly open: (index: number) => void }) {
  const properties = state.properties.slice(0, mostProperties);
  return (
    <div class="scroll">
      <h2>Numbers</h2>
      <table>
        <thead>
          <tr>
            {['Ranks', 'Runs', 'Run time', 'Speed-up', 'Efficiency', ...properties.map(({ title }) => title)].map(
              (title) => (
                <th key={title} scope="col" class="number">
                  {title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {state.points.map((point, index) => (
            <tr key={point.ranks}>
              <td class="number">
                <button
                  class="plain link"
                  aria-label={`Show the run with ${counted(point.ranks, 'rank')}`}
                  onClick={() => open(index)}
                >
                  {point.ranks}
                </button>
              </td>
              <td class="number">{point.ids.length}</td>
              <td class="number">
                {duration(point.runTime)}
                {point.ids.length > 1 && (
                  <span class="quiet">
                    {' '}
                    ({duration(point.fastest)} to {duration(point.slowest)})
                  </span>
                )}
              </td>
              <td class="number">{point.speedup.toFixed(2)}</td>
              <td class="number">{percent(point.efficiency)}</td>
              {properties.map(({ property, shares }) => (
                <td key={property} class="number">
                  {percent(elementAt(shares, index))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
