import { absent } from '../../../base/elements.js';
import type { Problem } from '../../../base/problem.js';
import type { Pass, PassData, Shift } from '../passes/pass.js';
import type { EventRecorder } from '../recorders/recorders.js';
import { BlockRecorder, emptyBlocks, emptyTeams, mostSmall } from './blockRecorder.js';
import { CounterRecorder, emptyCounters } from './counters.js';

/** Keeps what each location spent its time on, in blocks of events: what timelines are drawn from. */
export class TimelinePass implements Pass {
  readonly name = 'timeline';
  readonly kinds: readonly number[] = [];
  readonly blocks = emptyBlocks();
  readonly teams = emptyTeams();
  readonly counters = emptyCounters();

  record(location: number, locations: number): EventRecorder {
    const blocks = new BlockRecorder(location, this.blocks, this.teams, mostSmall(locations));
    const counters = new CounterRecorder(location, this.counters);
    return {
      add: () => undefined,
      times: blocks,
      readings: { read: (_node, operands, at) => counters.read(blocks.last, operands, at) },
    };
  }

  part(): PassData {
    return { blocks: this.blocks.data(), teams: this.teams.data(), counters: this.counters.data() };
  }

  merge({ blocks, teams, counters }: PassData, { node, team }: Shift): void {
    this.blocks.append(blocks ?? absent('blocks'), { node });
    this.teams.append(teams ?? absent('teams'), { team });
    this.counters.append(counters ?? absent('counters'), {});
  }

  /** Its results need waits that are not known yet. */
  finish(): readonly Problem[] {
    return [];
  }
}

/** The one among the passes of a reading. */
export function blocksIn(passes: readonly Pass[]): TimelinePass {
  return passes.find((pass) => pass instanceof TimelinePass) ?? absent('blocks');
}
