/** Sessions of pyinstrument, and trees that its renderer `json` writes. */
import type { Problem } from '../../base/problem.js';
import { counted } from '../../base/text.js';
import type { Profile } from '../../model/profile.js';
import { Cost } from '../profile/index.js';
import { Damaged } from '../stacks/damage.js';
import { fieldsOf, isFields, listOf, numberOf, textOf, type Fields } from '../stacks/json.js';
import { SAMPLED_TIME, SAMPLES, StackProfile } from '../stacks/stackProfile.js';
import type { StackEnd } from '../stacks/stackTree.js';
import { frameOf, SELF, SessionFrames } from './frames.js';

/** Parts of a time below this are what rounding left: times have six digits. Seconds. */
const ROUNDING = 5e-6;
/** Frames of a stack that are looked at. */
const DEEPEST = 1 << 14;

/**
 * Reads a file.
 * @returns undefined where nothing was sampled
 * @throws Damaged
 */
export function readPyinstrument(content: unknown): Profile | undefined {
  const file = fieldsOf(content);
  if (Array.isArray(file.frame_records)) return readSession(file.frame_records);
  if (isFields(file.root_frame)) return readTree(file.root_frame);
  if (file.root_frame === null) return undefined;
  throw new Damaged(
    'has neither "frame_records" nor "root_frame" of pyinstrument; write it again with "pyinstrument -r json"',
  );
}

/** Samples with their stacks, outermost first, and the time of each. */
function readSession(records: readonly unknown[]): Profile | undefined {
  const stacks = new StackProfile();
  const [time, samples] = [stacks.newSums(), stacks.newSums()];
  const location = mainThread(stacks);
  const frames = new SessionFrames(stacks.builder.memory);
  let [read, strange] = [0, 0];
  for (const record of records) {
    const [stack, value] = listOf(record);
    const seconds = numberOf(value);
    const texts = listOf(stack).slice(0, DEEPEST).map(textOf);
    const end = stacks.tree.endOf(texts.filter((text) => text !== SELF).map((text) => frames.of(text)));
    if (seconds === undefined || end === undefined) {
      strange++;
      continue;
    }
    read++;
    if (seconds < 0) stacks.negative++;
    stacks.add(time, end.node, location, seconds);
    stacks.count(samples, end, location, 1, seconds);
  }
  if (read === 0) return undefined;
  return stacks.finish({
    metrics: [
      { ...SAMPLED_TIME, sums: time },
      { ...SAMPLES, sums: samples },
    ],
    sampled: [{ sums: samples, scale: 1 }],
    problems: ignored(strange, 'sample'),
  });
}

/** A tree with inclusive times, whose samples are not distinguished. */
function readTree(root: Fields): Profile {
  const stacks = new StackProfile();
  const time = stacks.newSums();
  const location = mainThread(stacks);
  let strange = 0;
  const open: { readonly fields: Fields; readonly above: StackEnd | undefined }[] = [
    { fields: root, above: undefined },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { fields, above } = next;
    stacks.builder.memory.take(Cost.number);
    const whole = numberOf(fields.time);
    if (whole === undefined) strange++;
    const end = endOf(stacks, fields, above);
    const children = listOf(fields.children).filter(isFields);
    const own = children.reduce((rest, child) => rest - (numberOf(child.time) ?? 0), whole ?? 0);
    if (own < -ROUNDING * (children.length + 1)) stacks.negative++;
    if (Math.abs(own) > ROUNDING || children.length === 0) stacks.add(time, end.node, location, own);
    for (const child of children) open.push({ fields: child, above: end });
  }
  return stacks.finish({ metrics: [{ ...SAMPLED_TIME, sums: time }], problems: ignored(strange, 'function') });
}

function endOf({ tree }: StackProfile, fields: Fields, above: StackEnd | undefined): StackEnd {
  const name = textOf(fields.function);
  if (name === SELF && above !== undefined) return above;
  const frame = frameOf({
    name,
    file: textOf(fields.file_path),
    beginLine: numberOf(fields.line_no) ?? 0,
    line: 0,
    className: textOf(fields.class_name),
  });
  return tree.below(above, frame);
}

const mainThread = ({ locations }: StackProfile): number =>
  locations.of({ number: 0, name: 'Process' }, 0, 'Main thread');

function ignored(count: number, what: string): Problem[] {
  if (count === 0) return [];
  const message = `${counted(count, what)} without a time or a function ${count === 1 ? 'was' : 'were'} ignored.`;
  return [{ level: 'warning', message }];
}
