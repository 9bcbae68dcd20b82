/** Folded stacks: `main;solve;inner 12`, outermost first, what was counted last. */
import type { Problem } from '../../base/problem.js';
import { counted } from '../../base/text.js';
import type { Profile } from '../../model/profile.js';
import type { Frame } from '../stacks/frame.js';
import { SAMPLED_TIME, SAMPLES, StackProfile } from '../stacks/stackProfile.js';
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
  const frames = new Map<string, Frame>();
  let [stacks, strange] = [0, 0];
  for (const line of lines) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, stack = '', count = ''] = LINE.exec(line) ?? [];
    const end = profile.tree.endOf(stack.split(';').flatMap((name) => frameOf(name, frames)));
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
      message: `${counted(strange, 'line')} that ${strange === 1 ? 'is' : 'are'} no folded stack ${strange === 1 ? 'was' : 'were'} left out.`,
    },
  ];
}

/** One object for each name, since the same object is the same frame. */
function frameOf(name: string, known: Map<string, Frame>): Frame[] {
  if (name === '') return [];
  let frame = known.get(name);
  if (frame === undefined) known.set(name, (frame = { name }));
  return [frame];
}
