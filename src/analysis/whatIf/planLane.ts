import { elementAt } from '../../base/elements.js';
import type { Seconds } from '../../base/units.js';
import type { Scenario } from '../../model/findings/prediction.js';
import type { Processes } from '../../model/processes.js';
import { balancingFactors } from './balanced.js';
import type { ClassTotals, Factors } from './factoredTimes.js';
import type { IterationFactors } from './iterations/factors.js';
import { bandwidthClass, latencyClass } from './network/transferTimes.js';
import { type Marks, targetKey } from './targets.js';

/** Scenarios that are applied together. */
export type Plan = readonly Scenario[];

/** Targets of scenarios, by their keys. */
export interface Targets {
  /** Number of classes. */
  readonly count: number;
  /** Classes whose time changes. */
  readonly ofTarget: ReadonlyMap<string, readonly number[]>;
  /** Call paths of the barriers of teams, and of calls whose waits are overlapped. */
  readonly ofWaits: ReadonlyMap<string, Marks>;
}

type Network = Extract<Scenario, { kind: 'network' }>;

/** Whether a scenario changes latency or bandwidth, which are fitted. */
export function isFitted(scenario: Scenario): scenario is Network {
  return scenario.kind === 'network' && (scenario.latency !== undefined || scenario.bandwidth !== undefined);
}

/** Whether a scenario changes how locations wait, and not their own time. */
export const changesWaits = ({ kind }: Scenario): boolean => kind === 'teams' || kind === 'overlap';

/** Whether a scenario changes single iterations. */
export const isIterated = (scenario: Scenario): boolean => scenario.kind === 'balance' && scenario.per === 'iteration';

/** Applies the scenarios of a plan to the factors of its lane. */
export class PlanLane {
  constructor(
    private readonly factors: Factors,
    private readonly lane: number,
    private readonly targets: Targets,
    private readonly totals: ClassTotals,
    private readonly processes: Processes,
    private readonly iterations: IterationFactors | undefined,
    /** By process, its threads that recorded anything. */
    private readonly threads: readonly (readonly number[])[],
  ) {}

  /** From left to right. */
  apply(plan: Plan): void {
    const { factors, lane, targets } = this;
    for (const scenario of plan) this.change(scenario);
    // Calls without time have no latency either.
    if (!plan.some(isFitted)) return;
    for (const scenario of plan) {
      if (scenario.kind !== 'network' || isFitted(scenario)) continue;
      for (const one of this.classesOf(scenario))
        for (const part of [latencyClass(one, targets.count), bandwidthClass(one, targets.count)])
          factors.reset(part, lane);
    }
  }

  private classesOf(scenario: Scenario): readonly number[] {
    return this.targets.ofTarget.get(targetKey(scenario)) ?? [];
  }

  private change(scenario: Scenario): void {
    const classes = this.classesOf(scenario);
    if (isIterated(scenario)) this.iterations?.balance(classes, this.lane);
    else if (scenario.kind === 'balance') this.balance(classes);
    else if (isFitted(scenario)) this.changeNetwork(classes, scenario);
    else if (scenario.kind === 'parallelize') this.parallelize(classes);
    else if (!changesWaits(scenario)) {
      const factor = scenario.kind === 'scale' ? scenario.factor : 0;
      for (const one of classes) this.factors.multiplyAll(one, this.lane, factor);
    }
  }

  private changeNetwork(classes: readonly number[], { latency = 1, bandwidth = 1 }: Network): void {
    const { count } = this.targets;
    for (const one of classes) {
      this.factors.multiplyAll(latencyClass(one, count), this.lane, latency);
      this.factors.multiplyAll(bandwidthClass(one, count), this.lane, 1 / bandwidth);
    }
  }

  /** Divides the time of the first thread of each rank by its threads. */
  private parallelize(classes: readonly number[]): void {
    for (const threads of this.threads) {
      const [first] = threads;
      if (first === undefined) continue;
      for (const one of classes) this.factors.multiply(one, first, this.lane, 1 / threads.length);
    }
  }

  private balance(classes: readonly number[]): void {
    const { totals, factors, lane, iterations } = this;
    const { locations } = this.processes;
    const changed = iterations?.isChanging(lane) === true ? iterations.totals(lane) : undefined;
    const timeOf = (one: number, at: number): Seconds =>
      changed?.[one * factors.locations + at] ?? totals.of(one, at) * factors.get(factors.at(one, at) + lane);
    const times = locations.map((ofProcess) =>
      ofProcess.reduce((sum, at) => classes.reduce((all, one) => all + timeOf(one, at), sum), 0),
    );
    const balancing = balancingFactors(times);
    for (const [process, ofProcess] of locations.entries())
      for (const location of ofProcess)
        for (const one of classes) factors.multiply(one, location, lane, elementAt(balancing, process));
  }
}
