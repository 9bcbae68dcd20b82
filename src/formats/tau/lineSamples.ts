/** Samples that TAU took while its timers ran (event-based sampling): the lines on which their time was spent. */
import { NO_INDEX, type CallingContext } from '../../model/definitions.js';
import type { Profile } from '../../model/profile.js';
import type { CallTreeBuilder } from '../profile/index.js';
import type { Timers } from './timers.js';
import type { TauThread } from './trial.js';

const CONTEXT = /^\[(?:CONTEXT|INTERMEDIATE)\] /;
const SAMPLE = '[SAMPLE]';

/**
 * Samples are below their timer, `f => [CONTEXT] f => [SUMMARY] g [{file}] => [SAMPLE] g [{file} {line}]`. Their calls
 * are the number of samples, and their time is part of the timer's. Entries without a context, and summaries of
 * functions, repeat the same data.
 */
export class LineSamples {
  private readonly contexts: CallingContext[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly counts = new Map<number, number>();
  private readonly regionOf = new Map<string, number>();
  /** By timer: the number of its context; undefined where it is none of a line. */
  private readonly known: readonly (number | undefined)[];

  /** @param regions by step of ways */
  constructor(
    private readonly timers: Timers,
    regions: readonly number[],
    private readonly calls: CallTreeBuilder,
  ) {
    timers.steps.forEach(({ timer }, step) => {
      const region = regions[step];
      if (region !== undefined && !timer.isSampling) this.regionOf.set(timer.full, region);
    });
    this.known = timers.known.map(({ kind, steps }) => (kind === 'sampling' ? this.contextOf(steps) : undefined));
  }

  add({ rows }: TauThread): void {
    if (this.contexts.length === 0) return;
    for (const [timer, { calls }] of rows) {
      const context = this.known[timer];
      if (context !== undefined && calls > 0) this.counts.set(context, (this.counts.get(context) ?? 0) + calls);
    }
  }

  /** Returns the profile with its samples; unchanged if there are none. */
  addTo(profile: Profile): Profile {
    if (this.counts.size === 0) return profile;
    const callingContexts = new Map(this.contexts.entries());
    return { ...profile, definitions: { ...profile.definitions, callingContexts }, sampled: this.counts };
  }

  private contextOf(steps: readonly number[]): number | undefined {
    const names = steps.map((step) => this.timers.steps[step]?.timer);
    const sample = names.at(-1);
    const around = names.find((timer) => timer !== undefined && CONTEXT.test(timer.full))?.full.replace(CONTEXT, '');
    const region = around === undefined ? undefined : this.regionOf.get(around);
    if (sample?.full.startsWith(SAMPLE) !== true || region === undefined) return undefined;
    const { file, begin } = sample;
    const site = file === undefined || begin === 0 ? 0 : this.calls.site({ file, line: begin });
    const key = `${region}/${site}`;
    const found = this.numbers.get(key);
    if (found !== undefined) return found;
    const number = this.contexts.push({ region, sourceCodeLocation: site === 0 ? NO_INDEX : site - 1 }) - 1;
    this.numbers.set(key, number);
    return number;
  }
}
