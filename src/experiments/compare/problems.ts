/** Limitations of a comparison. */
import type { Problem } from '../../base/problem.js';
import type { RunGroup } from './measuredRun.js';

const information = (message: string): Problem => ({ level: 'information', message });
const warning = (message: string): Problem => ({ level: 'warning', message });

/**
 * @param withoutText names of files whose text was not kept with every run
 * @param profiles labels of groups in which waiting was not searched for, where it was in others
 */
export function comparisonProblems(
  groups: readonly RunGroup[],
  withoutText: readonly string[],
  profiles: readonly string[],
): Problem[] {
  const problems: Problem[] = [];
  if (profiles.length > 0)
    problems.push(
      warning(
        `Profiles have no wait states (${list(profiles)}): the comparison uses the data that all runs have, and waiting is part of the time in MPI and OpenMP. Compare two traces to see changes of waiting.`,
      ),
    );
  const single = groups.filter(({ runs }) => runs.length === 1).map(({ label }) => label);
  if (single.length > 0)
    problems.push(
      information(
        `A single run has no confidence interval: comparisons with ${list(single)} get no verdict. Repeat the runs and compare the groups.`,
      ),
    );
  for (const { label, runs } of groups) {
    const ranks = new Set(runs.map(({ run }) => run.ranks));
    if (ranks.size > 1)
      problems.push(
        warning(`The runs of ${label} have different rank counts (${[...ranks].join(', ')}) and are no repeats.`),
      );
  }
  const ranks = [...new Set(groups.flatMap(({ runs }) => runs.map(({ run }) => run.ranks)))];
  if (ranks.length > 1)
    problems.push(
      information(
        `The rank counts differ (${ranks.join(', ')}): the time of all locations grows with the ranks, the run time does not.`,
      ),
    );
  const programs = [...new Set(groups.flatMap(({ runs }) => runs.map(({ run }) => run.program)))];
  if (programs.length > 1) problems.push(warning(`Different programs are compared: ${list(programs)}.`));
  if (withoutText.length > 0)
    problems.push(
      information(
        `The text of ${list(withoutText)} was not kept with every run: lines there are matched by their number alone.`,
      ),
    );
  return problems;
}

/** At most a handful of names. */
function list(names: readonly string[], most = 4): string {
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
