/** The timers of a trial, distinguished by the contents of their names. */
import { pathOf, timerName, withoutParameters, type TimerName } from './timerName.js';
import { shapeOf, type Paths } from './shape.js';
import type { TauTrial } from './trial.js';

/** A name that is a step of paths, with the groups of the timer of that name. */
export interface Step {
  readonly timer: TimerName;
  groups: readonly string[];
}

/** `sampling` is time of other timers by what was sampled, `slice` that while a parameter had a value. */
export type TimerKind = 'flat' | 'path' | 'sampling' | 'slice';

export interface KnownTimer {
  readonly kind: TimerKind;
  /** Steps by their number, outermost first; of a slice the timer that it is a part of. */
  readonly steps: readonly number[];
  readonly parameters: TimerName['parameters'];
}

export class Timers {
  readonly steps: Step[] = [];
  readonly known: readonly KnownTimer[];
  private readonly byText = new Map<string, number>();
  private readonly byName = new Map<string, number>();

  constructor(private readonly trial: TauTrial) {
    this.known = trial.timers.map(({ name, groups }) => this.tell(name, groups));
  }

  /** Returns the structure formed by the callers in names. */
  shape(): ReturnType<typeof shapeOf> {
    const sums = new Float64Array(this.known.length);
    for (const { rows } of this.trial.threads)
      for (const [timer, { exclusive }] of rows)
        sums[timer] = (sums[timer] ?? 0) + (exclusive.find((one) => one !== undefined) ?? 0);
    const flat = new Map<number, number>();
    const paths: Paths['paths'][number][] = [];
    this.known.forEach(({ kind, steps }, timer) => {
      const sum = sums[timer] ?? 0;
      const first = steps[0];
      if (kind === 'flat' && first !== undefined) flat.set(first, (flat.get(first) ?? 0) + sum);
      else if (kind === 'path') paths.push({ steps, exclusive: sum });
    });
    return shapeOf({ paths, flat });
  }

  private tell(name: string, groups: readonly string[]): KnownTimer {
    const texts = pathOf(name);
    const steps = texts.map((text) => this.step(text));
    const names = steps.map((step) => this.steps[step]?.timer);
    const parameters = names.at(-1)?.parameters ?? [];
    if (names.some((step) => step?.isSampling)) return { kind: 'sampling', steps, parameters };
    if (names.some((step) => step?.parameters.length !== 0)) {
      const whole = this.step(withoutParameters(texts[0] ?? ''));
      return { kind: 'slice', steps: steps.length === 1 ? [whole] : [], parameters };
    }
    const only = steps.length === 1 ? this.steps[steps[0] ?? -1] : undefined;
    if (only !== undefined) only.groups = groups;
    return { kind: only === undefined ? 'path' : 'flat', steps, parameters };
  }

  private step(text: string): number {
    const found = this.byText.get(text);
    if (found !== undefined) return found;
    const timer = timerName(text);
    // Throttled on one thread, and not on another: the same timer.
    const known = this.byName.get(timer.full);
    const step = known ?? this.steps.push({ timer, groups: [] }) - 1;
    if (known !== undefined && timer.isThrottled)
      this.steps[known] = { timer, groups: this.steps[known]?.groups ?? [] };
    this.byText.set(text, step);
    this.byName.set(timer.full, step);
    return step;
  }
}
