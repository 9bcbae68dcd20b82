import { useState } from 'preact/hooks';
import type { Scenario } from '../../model/findings/prediction.js';
import { Choice } from '../kit/choice.js';
import { MOST_CHANGES } from './changes.js';
import type { ShownPredictions } from './useWhatIf.js';

const kinds = [
  ['scale', 'faster or slower'],
  ['balance', 'balanced over ranks'],
  ['iterations', 'balanced in each iteration'],
  ['network', 'communication without time'],
  ['overlap', 'waits overlapped'],
  ['teams', 'work shared by threads'],
  ['parallelize', 'serial work divided by threads'],
  ['io', 'file I/O without time'],
] as const;
type Kind = (typeof kinds)[number][0];

/** Whether the change is of all calls, and a function limits it. */
const isLimited = (kind: Kind): kind is 'network' | 'teams' | 'overlap' | 'io' =>
  kind === 'network' || kind === 'teams' || kind === 'overlap' || kind === 'io';

/** Adds a change of any function, also of one that is not suggested. */
export function AddForm({ add, isFull, targets }: Pick<ShownPredictions, 'add' | 'isFull' | 'targets'>) {
  const [kind, setKind] = useState<Kind>('scale');
  const [region, setRegion] = useState('');
  const [withCallees, setWithCallees] = useState(false);
  if (isFull) return <p class="quiet">The list has {MOST_CHANGES} changes. Remove one to add another.</p>;
  const scenario = scenarioOf(kind, region.trim(), withCallees);
  const hasTarget = !isLimited(kind);
  const submit = (): void => {
    if (scenario === undefined) return;
    add(scenario);
    setRegion('');
  };
  // Forms cannot be submitted in pages of VS Code.
  return (
    <div class="bar">
      <label>
        Function{' '}
        <input
          list="functions"
          maxLength={65_536}
          value={region}
          placeholder={hasTarget ? 'name' : 'all'}
          onInput={({ currentTarget }) => setRegion(currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') submit();
          }}
        />
      </label>
      <datalist id="functions">
        {[...new Set(targets.map((target) => target.region))].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Choice label="Change" value={kind} options={kinds} choose={setKind} />
      {hasTarget && (
        <label>
          <input
            type="checkbox"
            checked={withCallees}
            onChange={({ currentTarget }) => setWithCallees(currentTarget.checked)}
          />
          with callees
        </label>
      )}
      <button disabled={scenario === undefined} onClick={submit}>
        Add
      </button>
    </div>
  );
}

/** @returns undefined if the function is missing */
function scenarioOf(kind: Kind, region: string, withCallees: boolean): Scenario | undefined {
  if (isLimited(kind)) return region === '' ? { kind } : { kind, region };
  if (region === '') return undefined;
  const target = { region, ...(withCallees ? { withCallees } : {}) };
  if (kind === 'scale') return { kind, ...target, factor: 0.5 };
  return kind === 'iterations' ? { kind: 'balance', ...target, per: 'iteration' } : { kind, ...target };
}
