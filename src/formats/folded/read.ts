/** Folded stacks: `main;solve;inner 12`, outermost first, what was counted last. */
import type { Problem } from '../../base/problem.js';
import { counted } from '../../base/text.js';
import type { Profile } from '../../model/profile.js';
import { Cost, type MemoryBudget } from '../profile/index.js';
import type { Frame } from '../stacks/frame.js';
import { SAMPLED_TIME, SAMPLES, StackProfile } from '../stacks/stackProfile.js';
import { DEEPEST } from '../stacks/stackTree.js';
import { UNTIMED, UNTIMED_PERIOD } from '../stacks/untimed.js';

const LINE = /^(.*\S)[ \t]+(\d+(?:\.\d+)?)$/;

/** Whether a line can be a folded stack of several functions. */
export function isFolded(line: string): boolean {
  return LINE.test(line) && line.includes(';');
}

/** Whether a line can be a folded stack. */
export function mayBeFolded(line: string): boolean {
  return LINE.test(line);
}

/**
 * Sums folded stacks.
 * @returns undefined where there is none
 */
export function readFolded(lines: Iterable<string>): Profile | undefined {
  const profile = new StackProfile();
  const sums = profile.newSums();
  const location = profile.locations.of({ number: 0, name: 'Process' }, 0, 'Master thread');
  const frames = new Frames(profile.builder.memory);
  let [stacks, strange] = [0, 0];
  for (const line of lines) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, stack = '', count = ''] = LINE.exec(line) ?? [];
    const end = profile.tree.endOf(frames.of(stack));
    if (end === undefined) strange++;
    else {
      stacks++;
      profile.count(sums, end, location, Number(count));
    }
  }
  if (stacks === 0) return undefined;
  return profile.finish({
    metrics: [
      { ...SAMPLED_TIME, sums, scale: UNTIMED_PERIOD },
      { ...SAMPLES, sums },
    ],
    sampled: sums,
    problems: [UNTIMED, ...left(strange)],
  });
}

function left(strange: number): Problem[] {
  if (strange === 0) return [];
  return [
    {
      level: 'warning',
      message: `${counted(strange, 'line')} that ${strange === 1 ? 'is' : 'are'} no folded stack ${strange === 1 ? 'was' : 'were'} ignored.`,
    },
  ];
}

/** One object for each name, since the same object is the same frame. */
class Frames {
  private readonly known = new Map<string, Frame>();

  constructor(private readonly memory: MemoryBudget) {}

  /** The frames of a stack; of a deeper one than is read, one more. */
  of(stack: string): Frame[] {
    const frames: Frame[] = [];
    for (let from = 0; from < stack.length && frames.length <= DEEPEST;) {
      const end = stack.indexOf(';', from);
      const to = end < 0 ? stack.length : end;
      if (to > from) frames.push(this.frame(stack.slice(from, to)));
      from = to + 1;
    }
    return frames;
  }

  private frame(name: string): Frame {
    let frame = this.known.get(name);
    if (frame === undefined) {
      this.memory.take(Cost.entry + 2 * name.length);
      this.known.set(name, (frame = { name }));
    }
    return frame;
  }
}
