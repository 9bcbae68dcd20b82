/** Folded stacks: `main;solve;inner 12`, outermost first, what was counted last. */
import type { Problem } from '../../base/problem.js';
import { counted } from '../../base/text.js';
import type { Profile } from '../../model/profile.js';
import { SAMPLES, StackProfile } from '../stacks/stackProfile.js';
import { FoldedFrames } from './frames.js';

const LINE = /^(.*\S)[ \t]+(\d+(?:\.\d+)?)$/;

/** Whether a line can be a folded stack of several functions. */
export function isFolded(line: string): boolean {
  return LINE.test(line) && line.includes(';');
}

/** Whether a line can be a folded stack. */
export function mayBeFolded(line: string): boolean {
  return LINE.test(line);
}

/** Whether a line is empty or a comment. */
export function isRemark(line: string): boolean {
  return /^\s*(?:$|#|\/\/)/.test(line);
}

/**
 * Sums folded stacks. Their counts are samples: files do not contain the time per sample.
 * @returns undefined if there is none
 */
export function readFolded(lines: Iterable<string>): Profile | undefined {
  const profile = new StackProfile();
  const sums = profile.newSums();
  const location = profile.locations.of({ number: 0, name: 'Process' }, 0, 'Master thread');
  const frames = new FoldedFrames(profile.builder.memory);
  let [stacks, strange] = [0, 0];
  for (const line of lines) {
    if (isRemark(line)) continue;
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
    metrics: [{ ...SAMPLES, sums }],
    sampled: sums,
    rankedBy: SAMPLES.name,
    problems: left(strange),
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
