/** Acceptance criteria: what a tuned version must reach before it is accepted. */
import { elementAt } from '../../base/elements.js';
import { TrimtabError } from '../../base/problem.js';
import { duration, percent } from '../../base/text.js';
import type { Fraction, Seconds } from '../../base/units.js';
import { EFFICIENCY_TITLES, type Efficiency, type EfficiencyName } from '../../model/findings/efficiency.js';
import type { ComparedValue, Comparison, PropertyRow } from './comparison.js';

/** One criterion about the last group of a comparison. */
export type Criterion =
  /** Limit of a property in seconds, as a share of the total time, whether it is a part of that or separate from it. */
  | { readonly kind: 'share'; readonly property: string; readonly atMost: Fraction }
  /** Seconds, all locations together, that a property may take. */
  | { readonly kind: 'seconds'; readonly property: string; readonly atMost: Seconds }
  /** One of POP's efficiencies. */
  | { readonly kind: 'efficiency'; readonly name: EfficiencyName; readonly atLeast: Fraction }
  /** Wall-clock time of the run. */
  | { readonly kind: 'runTime'; readonly atMost: Seconds }
  /** Wall-clock time against the first group: not shown slower, or shown faster. */
  | { readonly kind: 'notSlower' }
  | { readonly kind: 'faster' }
  /** The newest of many experiments are not at a higher level than those before: no change point shows it. */
  | { readonly kind: 'noRegression' };

export interface CriterionResult {
  /** As it was written. */
  readonly text: string;
  readonly criterion: Criterion;
  /** `unknown` if the runs do not allow a verdict, such as single runs or a property that was not measured. */
  readonly state: 'met' | 'missed' | 'unknown';
  /** One sentence with the numbers. */
  readonly sentence: string;
}

export interface AcceptanceResult {
  /** All criteria are met. */
  readonly accepted: boolean;
  readonly results: readonly CriterionResult[];
}

const SYNTAX =
  'write for instance "mpi_latesender <= 5 %", "mpi <= 2 s", "run time <= 10 s", "parallel efficiency >= 80 %", "not slower" or "faster" (of a history of experiments: "no regression")';

/**
 * Reads a criterion as people write it: `<property> <= <number> %` (share of the total time), `<property> <= <number> s`
 * (all locations together), `run time <= <number> s` (wall-clock), `<efficiency> >= <number> %`, `not slower`, `faster`; of a history
 * `no regression`.
 * @throws TrimtabError when it is none
 */
export function parseCriterion(text: string): Criterion {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (/^((run|total) time )?not slower( than (the )?baseline)?$/.test(words)) return { kind: 'notSlower' };
  if (words === 'no regression') return { kind: 'noRegression' };
  if (/^((run|total) time )?faster( than (the )?baseline)?$/.test(words)) return { kind: 'faster' };
  const efficiency = efficiencyCriterion(words);
  if (efficiency !== undefined) return efficiency;
  const parts = /^(run time|[a-z][a-z0-9_]*)( of total)? (?:<=|≤) (\d+(?:\.\d+)?) ?(%|s)( of total)?$/.exec(words);
  if (parts === null) throw new TrimtabError(`"${text}" is no acceptance criterion; ${SYNTAX}.`);
  const [, subject = '', , number, unit] = parts;
  const amount = Number(number);
  if (subject === 'run time') {
    if (unit === '%') throw new TrimtabError(`"${text}" gives the run time in percent; ${SYNTAX}.`);
    return { kind: 'runTime', atMost: amount };
  }
  return unit === '%'
    ? { kind: 'share', property: subject, atMost: amount / 100 }
    : { kind: 'seconds', property: subject, atMost: amount };
}

/** `load balance >= 80 %`, with blanks or underlines. */
function efficiencyCriterion(words: string): Criterion | undefined {
  const [, subject = '', number] = /^([a-z_ -]+?) ?(?:>=|≥) ?(\d+(?:\.\d+)?) ?%$/.exec(words) ?? [];
  const plain = (text: string): string => text.toLowerCase().replaceAll('_', ' ');
  const names = Object.keys(EFFICIENCY_TITLES).filter(isEfficiencyName);
  const name = names.find((one) => [plain(one), plain(EFFICIENCY_TITLES[one])].includes(plain(subject)));
  return name === undefined ? undefined : { kind: 'efficiency', name, atLeast: Number(number) / 100 };
}

const isEfficiencyName = (text: string): text is EfficiencyName => Object.hasOwn(EFFICIENCY_TITLES, text);

/**
 * Checks efficiencies of a run against criteria about them.
 * @throws TrimtabError when a text is no criterion, or one about something else
 */
export function checkEfficiencies(efficiencies: readonly Efficiency[], criteria: readonly string[]): AcceptanceResult {
  const results = criteria.map((text): CriterionResult => {
    const criterion = parseCriterion(text);
    if (criterion.kind !== 'efficiency') throw new TrimtabError(`"${text}" is about no efficiency.`);
    const value = efficiencies.find(({ name }) => name === criterion.name)?.value;
    return { text, criterion, ...judgeEfficiency(value, criterion) };
  });
  return { accepted: results.every(({ state }) => state === 'met'), results };
}

function judgeEfficiency(
  value: number | undefined,
  { name, atLeast }: Extract<Criterion, { kind: 'efficiency' }>,
): Judgement {
  const title = EFFICIENCY_TITLES[name];
  if (value === undefined) return { state: 'unknown', sentence: `${title} is not known of these runs.` };
  const met = value >= atLeast;
  const words = met ? 'at least' : 'less than';
  return { state: met ? 'met' : 'missed', sentence: `${title} is ${percent(value)}, ${words} ${percent(atLeast)}.` };
}

/** A value tracked through experiments, and its threshold for being worse; undefined if there is none. */
export interface FollowedValue {
  readonly title: string;
  readonly regression: string | undefined;
  /** Reason why no verdict is possible. */
  readonly tooFew?: string;
}

/**
 * Checks a history of experiments: values that rose from one of them on, and did not fall again.
 * @throws TrimtabError when a text is no criterion, or one that a history does not answer
 */
export function checkHistory(followed: readonly FollowedValue[], criteria: readonly string[]): AcceptanceResult {
  const results = criteria.map((text): CriterionResult => {
    const criterion = parseCriterion(text);
    if (criterion.kind !== 'noRegression')
      throw new TrimtabError(`"${text}" is answered by trimtab experiments compare; a history knows "no regression".`);
    return { text, criterion, ...judgeHistory(followed) };
  });
  return { accepted: results.every(({ state }) => state === 'met'), results };
}

function judgeHistory(followed: readonly FollowedValue[]): Judgement {
  const worse = followed.flatMap(({ regression }) => (regression === undefined ? [] : [regression]));
  if (worse.length > 0) return { state: 'missed', sentence: worse.join(' ') };
  const tooFew = followed.find((value) => value.tooFew !== undefined)?.tooFew;
  if (tooFew !== undefined) return { state: 'unknown', sentence: tooFew };
  return { state: 'met', sentence: `No rise is shown of ${followed.map(({ title }) => title).join(' and ')}.` };
}

/**
 * Checks the last group of a comparison against criteria, means over its runs.
 * @throws TrimtabError when a text is no criterion
 */
export function checkAcceptance(comparison: Comparison, criteria: readonly string[]): AcceptanceResult {
  const results = criteria.map((text): CriterionResult => {
    const criterion = parseCriterion(text);
    return { text, criterion, ...judge(comparison, criterion) };
  });
  return { accepted: results.every(({ state }) => state === 'met'), results };
}

type Judgement = Pick<CriterionResult, 'state' | 'sentence'>;

function judge(comparison: Comparison, criterion: Criterion): Judgement {
  switch (criterion.kind) {
    case 'notSlower':
    case 'faster':
      return judgeVerdict(comparison, criterion.kind);
    case 'noRegression':
      return {
        state: 'unknown',
        sentence: 'A comparison has no order of time; trimtab experiments changes follows experiments.',
      };
    case 'runTime': {
      const mean = comparison.runTime.groups.at(-1)?.mean ?? 0;
      return limit('The run time', duration(mean), duration(criterion.atMost), mean <= criterion.atMost);
    }
    case 'efficiency':
      return judgeEfficiency(
        comparison.efficiencies?.find(({ name }) => name === criterion.name)?.values.at(-1) ?? undefined,
        criterion,
      );
    case 'share':
    case 'seconds':
      return judgeProperty(comparison, criterion);
  }
}

function limit(what: string, is: string, most: string, met: boolean): Judgement {
  return { state: met ? 'met' : 'missed', sentence: `${what} is ${is}, ${met ? 'within' : 'more than'} ${most}.` };
}

function judgeProperty(
  { properties, groups, totalTime }: Comparison,
  criterion: Extract<Criterion, { kind: 'share' | 'seconds' }>,
): Judgement {
  const row = properties.find(({ property }) => property === criterion.property);
  if (row === undefined)
    return {
      state: 'unknown',
      sentence: `No run of ${groups.at(-1)?.label ?? 'the comparison'} or the others has a property ${criterion.property}; correct its name, or measure it.`,
    };
  const { title, shares } = row;
  if (criterion.kind === 'seconds') {
    const mean = row.groups.at(-1)?.mean ?? 0;
    return limit(title, duration(mean), duration(criterion.atMost), mean <= criterion.atMost);
  }
  const share = shares?.at(-1);
  if (share === undefined && row.unit === 'seconds') return judgeWithOthers(row, totalTime, criterion.atMost);
  if (share === undefined)
    return { state: 'unknown', sentence: `${title} is counted in ${row.unit} and has no share of the total time.` };
  return limit(title, `${percent(share)} of the total time`, percent(criterion.atMost), share <= criterion.atMost);
}

/** Judges costs of delays, imbalances and the like, which are not part of the total time, relative to it. */
function judgeWithOthers(row: PropertyRow, totalTime: ComparedValue, atMost: Fraction): Judgement {
  const [mean, whole] = [row.groups.at(-1)?.mean ?? 0, totalTime.groups.at(-1)?.mean ?? 0];
  if (!(whole > 0))
    return {
      state: 'unknown',
      sentence: `${row.title} is ${duration(mean)}, and its total time was not measured.`,
    };
  const is = `${duration(mean)}, as long as ${percent(mean / whole)} of the total time`;
  return limit(row.title, is, percent(atMost), mean / whole <= atMost);
}

function judgeVerdict({ runTime }: Comparison, kind: 'notSlower' | 'faster'): Judgement {
  const change = runTime.changes.at(-1);
  const [before, after] = [elementAt(runTime.groups, 0).mean, runTime.groups.at(-1)?.mean ?? 0];
  const times = `${duration(after)} against ${duration(before)}`;
  if (change === undefined || change.verdict === 'single runs: no verdict')
    return {
      state: 'unknown',
      sentence: `The run time is ${times}, but single runs allow no verdict; repeat both sides.`,
    };
  const met = kind === 'faster' ? change.verdict === 'faster' : change.verdict !== 'slower';
  const words = { faster: 'faster', slower: 'slower', 'no difference shown': 'not shown to be different' };
  return { state: met ? 'met' : 'missed', sentence: `The run time is ${words[change.verdict]}: ${times}.` };
}
