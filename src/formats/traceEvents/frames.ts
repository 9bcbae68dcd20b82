/** Functions of events: their names, and the files and lines that tools write in several ways. */
import { Cost, type MemoryBudget } from '../profile/index.js';
import type { Frame } from '../stacks/frame.js';
import { fieldsOf, numberOf, textOf, type Fields } from '../stacks/json.js';

/** Characters of a name in which a place is looked for. */
const LONGEST_NAME = 1 << 13;
/** Characters of a file's name. */
const LONGEST_FILE = 4096;
/** `torch/nn/module.py(12): forward` of PyTorch. */
const OF_PYTORCH = /^([^()\s][^()]{0,1000}\.pyx?)\((\d{1,9})\): (.+)$/s;
/** `forward (/src/module.py:12)` of VizTracer. */
const OF_VIZTRACER = /^(.+) \(((?:[^():]|:(?!\d)){1,1000}):(\d{1,9})\)$/s;
/** A step of the training loop, which PyTorch numbers: all are one function. */
const STEP = /^(ProfilerStep)#\d+$/;
/** Kinds of work on devices, by the categories of Kineto, which PyTorch writes. */
const DEVICE_KINDS: ReadonlyMap<string, Frame['kind']> = new Map([
  ['kernel', undefined],
  ['gpu_memcpy', { paradigm: 'cuda', role: 'data-transfer' }],
  ['gpu_memset', { paradigm: 'cuda', role: 'data-transfer' }],
  ['gpu_user_annotation', undefined],
]);

/** Whether a category is that of work on a device. */
export const isOnDevice = (category: string): boolean => DEVICE_KINDS.has(category.toLowerCase());

/** Frames by their numbers; equal ones have one number. */
export class EventFrames {
  readonly frames: Frame[] = [];
  /** By frame: the number of the name that its events have, without what arguments add to it. */
  private readonly names: number[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly nameNumbers = new Map<string, number>();

  /** @param memory frames are charged to it */
  constructor(private readonly memory: MemoryBudget) {}

  /** The number of the function of an event. */
  of({ name, cat, args }: Fields): number {
    const text = textOf(name);
    const frame = frameOf(text, fieldsOf(args));
    const kind = DEVICE_KINDS.get(textOf(cat).toLowerCase());
    // py-spy writes the executed line.
    const { beginLine, ...rest } = frame;
    const placed = cat === 'py-spy' && beginLine !== undefined ? { ...rest, line: beginLine } : frame;
    return this.numberOf(kind === undefined ? placed : { ...placed, kind }, this.nameNumber(text));
  }

  /** The number of a function of which only the name is known. */
  named(name: string): number {
    return this.numberOf({ name: name === '' ? '[unknown]' : name }, this.nameNumber(name));
  }

  /** The number of the name of a frame's events. */
  nameOf(frame: number): number {
    return this.names[frame] ?? -1;
  }

  /** The number of a name: ends of durations have one, and need no arguments. */
  nameNumber(name: string): number {
    const known = this.nameNumbers.get(name);
    if (known !== undefined) return known;
    this.memory.take(Cost.entry + 2 * name.length);
    // Names of one function have one number.
    const { name: plain } = frameOf(name, {});
    const number = plain === name ? this.nameNumbers.size : this.nameNumber(plain);
    this.nameNumbers.set(name, number);
    return number;
  }

  private numberOf(frame: Frame, nameNumber: number): number {
    const { name, file = '', line = 0, beginLine = 0, kind } = frame;
    const key = `${kind?.paradigm ?? ''} ${kind?.role ?? ''} ${nameNumber} ${line} ${beginLine} ${file.length} ${file}${name}`;
    const found = this.numbers.get(key);
    if (found !== undefined) return found;
    this.memory.take(Cost.entry + 2 * key.length);
    const number = this.frames.push(frame) - 1;
    this.names.push(nameNumber);
    this.numbers.set(key, number);
    return number;
  }
}

function frameOf(name: string, args: Fields): Frame {
  if (name === '') return { name: '[unknown]' };
  const [, step] = STEP.exec(name) ?? [];
  if (step !== undefined) return { name: step };
  if (name.length > LONGEST_NAME) return { name };
  const [, pythonFile, pythonLine, pythonName] = OF_PYTORCH.exec(name) ?? [];
  if (pythonFile !== undefined && pythonName !== undefined)
    return { name: pythonName, file: pythonFile, beginLine: Number(pythonLine) };
  const [, tracedName, tracedFile, tracedLine] = OF_VIZTRACER.exec(name) ?? [];
  if (tracedName !== undefined && tracedFile !== undefined)
    return tracedFile.startsWith('<')
      ? { name: tracedName }
      : { name: tracedName, file: tracedFile, beginLine: Number(tracedLine) };
  const [file, line] = placeOf(args);
  const { detail } = args;
  // clang: a template, a function or a file, which distinguishes events of one name.
  if (typeof detail === 'string' && detail !== '')
    return { name: `${name} ${detail}`, ...(name === 'Source' ? { file: detail } : {}) };
  return file === '' ? { name } : { name, file, beginLine: line };
}

/** File and line among the arguments of an event. */
function placeOf(args: Fields): [file: string, line: number] {
  const file = [args.file, args.filename, args.file_name, args.src_file, args.source_file]
    .map(textOf)
    .find((text) => text !== '');
  if (file === undefined || file.length > LONGEST_FILE) return ['', 0];
  const lines = [args.line, args.lineno, args.line_no, args.line_number, args.src_line, args.source_line];
  const line = lines
    .map((value) => numberOf(typeof value === 'string' ? Number(value) : value))
    .find((value) => value !== undefined);
  return [file, line ?? 0];
}
