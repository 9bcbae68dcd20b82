/** The lines that samples fell on. Rows have the line of the innermost function only, and some rows have none. */
import { Cost } from '../profile/index.js';
import type { StackProfile } from '../stacks/stackProfile.js';
import type { StackEnd } from '../stacks/stackTree.js';

export class FunctionLines {
  private readonly samples: number;
  private isSampled = false;
  /** By region: the only source file of its samples; empty where there are several. */
  private readonly files = new Map<number, string>();

  constructor(private readonly stacks: StackProfile) {
    this.samples = stacks.newSums();
  }

  /** @param place `file:line` of the innermost function; empty where it is not known */
  count({ node, context, isWhole }: StackEnd, place: string, location: number, samples: number): void {
    this.isSampled = true;
    const { builder, tree } = this.stacks;
    const [, file, line] = /^(.*):(\d+)$/.exec(place) ?? [];
    this.stacks.add(this.samples, node, location, samples);
    // Code within MPI counts as MPI time, regardless of the library's line.
    if (file === undefined || isWhole) {
      this.stacks.countLine(this.samples, context, samples);
      return;
    }
    const region = builder.calls.regionAt(node);
    const known = this.files.get(region);
    if (known === undefined) builder.memory.take(Cost.entry);
    this.files.set(region, known === undefined || known === file ? file : '');
    this.stacks.countLine(this.samples, tree.context(region, file, Number(line)), samples);
  }

  /** @returns the number of the sums of samples; undefined where nothing was sampled */
  finish(): number | undefined {
    for (const [region, file] of this.files) if (file !== '') this.stacks.foundIn(region, file);
    return this.isSampled ? this.samples : undefined;
  }
}
