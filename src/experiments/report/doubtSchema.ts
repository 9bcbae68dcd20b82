/** Schema of a report's warnings about the reliability of its numbers. */
import * as v from 'valibot';
import type { Doubt, Uncertainty, UncertainLocation } from '../../model/findings/findings.js';
import { countOf, listOf, location, numberOf, text } from '../../model/findings/reportWords.js';
import type { Entries } from '../../model/findings/reportWords.js';

export const uncertainLocation = v.pipe(
  v.looseObject({
    location,
    name: v.string(),
    state: v.pipe(
      v.picklist(['lost', 'cut', 'gaps', 'unbalanced', 'metrics-only', 'messages']),
      v.description(
        'No records; records end early; some are missing anywhere; calls and returns do not match; no calls; or only messages are uncertain.',
      ),
    ),
    from: v.exactOptional(numberOf('Time of the last event of a location that ends early.')),
    missing: v.exactOptional(
      numberOf(
        'Share of the run after the last event of a location that ends early; of the announced events for others.',
      ),
    ),
    openRegions: v.exactOptional(countOf('Regions entered and never left.')),
    strayLeaves: v.exactOptional(countOf('Regions left that were not entered, or not as the innermost ones.')),
    unmatchedSends: v.exactOptional(countOf('Of the process, at its first thread.')),
    unmatchedReceives: v.exactOptional(countOf('Of the process, at its first thread.')),
    doubtfulReceives: v.exactOptional(
      countOf('Receives excluded because records of their channel are missing: their send may be another one.'),
    ),
    openRequests: v.exactOptional(countOf('Requests that never complete.')),
  } satisfies Entries<UncertainLocation>),
  v.description('Missing data of one location. Counts that are zero are absent.'),
);

export const uncertainty = v.looseObject({
  certainUntil: v.exactOptional(
    numberOf(
      'Time from the start of the trace up to which everything is judged; absent where nothing is certain from the start, or all of it but single operations is.',
    ),
  ),
  locations: listOf(uncertainLocation, 'In the order of the trace.'),
  leftOut: countOf(
    'Operations of several processes or threads that are not judged because records of some are missing.',
  ),
} satisfies Entries<Uncertainty>);

export const doubt = v.looseObject({
  kind: text(
    '`separate-programs`: the ranks ran as separate programs; `predicted`: the times were predicted; `missing-ranks`: some are missing; `records-lost`: records could not be kept; `parts-traced`: only some iterations of the run were traced; `incomplete-trace`: the trace is incomplete or contradicts itself; `overhead`: recording took much of the time; `unrecorded-time`: less time was recorded than the run took; `oversubscribed`: more threads than processors; `shared-processors`: ranks waited for a processor; `unrecorded-waiting`: threads wait in ways that were not recorded; `unfinished-communication`: the program never completed what it began to send or receive; `no-functions`: no function of the program was recorded; `implausible-times`: the run lasts longer than any job, or findings had more than the whole time; `incomplete-profile`: some or all of a profile is missing; `inconsistent-profile`: its times contradict each other; `summed-ranks`: it has sums over ranks and not the ranks; `sums-only`: it has no wait states. Newer versions may add kinds.',
  ),
  severity: v.pipe(
    v.picklist(['error', 'warning']),
    v.description('Whether the numbers are not those of the run that was asked for, or may be off.'),
  ),
  title: text('A few words.'),
  sentence: text('The event, and its effect on the numbers.'),
  advice: text('The command or the change that fixes it.'),
  uncertainty: v.exactOptional(
    v.pipe(
      v.lazy(() => uncertainty),
      v.description('Of an incomplete trace.'),
    ),
  ),
} satisfies Entries<Doubt>);
