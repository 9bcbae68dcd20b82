import { useState } from 'preact/hooks';
import { localTime } from '../../base/dates.js';
import { counted, duration, grouped } from '../../base/text.js';
import {
  type ChangeRow,
  type ComparedCell,
  type CompareQuestions,
  comparePage,
  type ShownComparison,
} from '../../protocol/pages/compare.js';
import { useAnswers } from '../kit/answers.js';
import { OfOutcome } from '../kit/outcome.js';
import type { Outcome, Questions } from '../kit/questions.js';
import { RankChart } from './rankChart.js';
import type { RankScale } from './rankDrawing.js';
import { profileOf, type RankProfile } from './rankProfile.js';

type Run = ShownComparison['groups'][number]['runs'][number];
type RunOutcome = Outcome<CompareQuestions['rankValues']>;

type Are = Extract<RunOutcome, { is: 'answered' }>['head']['are'];

const columnTitles: Readonly<Record<Are, string>> = { rank: 'Rank', thread: 'Thread', location: 'Location' };

/** So many experiments of each group are shown at first. */
const FEW = 3;
/** So many rows of a table are shown at a time. */
const PORTION = 100;

/**
 * A row of a comparison by rank, in each of the experiments. Each has a separate picture, since ranks of different runs
 * do not correspond.
 */
export function RankValues({
  host,
  comparison,
  row,
}: {
  readonly host: { readonly questions: Pick<Questions, 'ask'> };
  readonly comparison: ShownComparison;
  readonly row: Pick<ChangeRow, 'what'> & { readonly cell: Pick<ComparedCell, 'property' | 'callPath' | 'contains'> };
}) {
  const [all, setAll] = useState(false);
  const { groups, group, id } = comparison;
  const sides = [groups[0], groups[group]].map((side) => side?.runs ?? []);
  const runs = sides.flatMap((side, index) =>
    side.slice(0, all ? side.length : FEW).map((run) => ({ run, role: index === 0 ? 'Before' : 'After' })),
  );
  const left = sides.reduce((sum, side) => sum + side.length, 0) - runs.length;
  const askOf = ({ id: experiment }: Run) => ({ comparison: id, experiment, ...row.cell });
  const asks = runs.map(({ run }) => askOf(run));
  const answers = useAnswers(host, 'rankValues', comparePage.questions.rankValues, asks);
  const lines = runs.map((line) => ({ ...line, outcome: answers.of(askOf(line.run)) }));
  const scale = scaleOf(lines.flatMap(({ outcome }) => shownProfile(outcome) ?? []));
  return (
    <div class="ranks" role="region" aria-label={`${row.what} by rank`}>
      <p class="quiet">
        Time on each rank of each experiment; all pictures go from {duration(scale.low)} to {duration(scale.high)}. A
        rank of one experiment need not have the work of the same rank of another.
      </p>
      {lines.map(({ run, role, outcome }) => (
        <section key={run.id}>
          <p class="title">
            <span class="role quiet">{role}</span>
            <strong>{run.name}</strong>
            <span class="quiet">{localTime(run.created, 'second')}</span>
            <Count outcome={outcome} />
          </p>
          <Values
            outcome={outcome}
            scale={scale}
            what={`${row.what}, ${run.name}`}
            again={() => answers.again(askOf(run))}
          />
        </section>
      ))}
      {left > 0 && <button onClick={() => setAll(true)}>Show {counted(left, 'more experiment')}</button>}
    </div>
  );
}

const profiles = new WeakMap<RunOutcome, RankProfile>();

/** Returns the data to draw from an outcome; computed once. */
function shownProfile(outcome: RunOutcome): RankProfile | undefined {
  if (outcome.is !== 'answered' || outcome.head.isMissing) return undefined;
  const profile = profiles.get(outcome) ?? profileOf(outcome);
  if (profile !== undefined) profiles.set(outcome, profile);
  return profile;
}

function scaleOf(shown: readonly RankProfile[]): RankScale {
  return {
    low: Math.min(0, ...shown.map(({ least }) => least.value)),
    high: Math.max(0, ...shown.map(({ most }) => most.value)),
  };
}

function Count({ outcome }: { readonly outcome: RunOutcome }) {
  if (outcome.is !== 'answered') return null;
  return <span>{counted(outcome.columns.order.length, outcome.head.are)}</span>;
}

/** Values of one experiment, or the reason why it has none. */
function Values({
  outcome,
  scale,
  what,
  again,
}: {
  readonly outcome: RunOutcome;
  readonly scale: RankScale;
  readonly what: string;
  readonly again: () => void;
}) {
  return (
    <OfOutcome outcome={outcome} again={again}>
      {(answer) => <Profile answer={answer} scale={scale} what={what} />}
    </OfOutcome>
  );
}

function Profile({
  answer,
  scale,
  what,
}: {
  readonly answer: Extract<RunOutcome, { is: 'answered' }>;
  readonly scale: RankScale;
  readonly what: string;
}) {
  const profile = shownProfile(answer);
  const { are } = answer.head;
  if (answer.head.isMissing) return <p>This experiment does not have this call path.</p>;
  if (profile === undefined) return <p>This experiment has no values by rank.</p>;
  const { least, most, median, sum, nameOf, values } = profile;
  if (least.value === 0 && most.value === 0)
    return (
      <p>
        0 s on {values.length === 1 ? 'its' : 'each'} {are}.
      </p>
    );
  return (
    <>
      <RankChart profile={profile} scale={scale} label={`${what}: ${counted(values.length, are)}`} />
      <ul class="facts">
        <li>
          Least <b>{duration(least.value)}</b> <span class="quiet">{nameOf(least.at)}</span>
        </li>
        <li>
          Median <b>{duration(median)}</b>
        </li>
        <li>
          Most <b>{duration(most.value)}</b> <span class="quiet">{nameOf(most.at)}</span>
        </li>
        <li>
          All together <b>{duration(sum)}</b>
        </li>
      </ul>
      <Table profile={profile} are={are} />
    </>
  );
}

/** The same numbers one by one. */
function Table({ profile: { values, nameOf }, are }: { readonly profile: RankProfile; readonly are: Are }) {
  const [isOpen, setOpen] = useState(false);
  const [rows, setRows] = useState(PORTION);
  const shown = values.subarray(0, rows);
  const left = values.length - shown.length;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As a table</summary>
      {isOpen && (
        <table class="values">
          <thead>
            <tr>
              <th scope="col">{columnTitles[are]}</th>
              <th scope="col" class="number">
                Time
              </th>
            </tr>
          </thead>
          <tbody>
            {Array.from(shown, (value, at) => (
              <tr key={at}>
                <th scope="row">{nameOf(at)}</th>
                <td class="number">{duration(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isOpen && left > 0 && (
        <button onClick={() => setRows(rows + PORTION)}>
          Show {grouped(Math.min(PORTION, left))} more of {grouped(left)}
        </button>
      )}
    </details>
  );
}
