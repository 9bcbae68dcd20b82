import { CancelledError, TrimtabError } from '../../base/problem.js';
import { counted } from '../../base/text.js';
import {
  isSameSelection,
  type LineCallPaths,
  narrowedToLine,
  type Selected,
  SelectionHistory,
} from '../../model/selection.js';
import type { SelectionOrigin, SelectionState } from '../../protocol/selection.js';
import type { Announcer } from '../requests/announcer.js';
import { sentenceOf } from '../requests/failures.js';
import type { Selection } from './selection.js';

/**
 * The selection shared by all views: property, call paths, locations, time and line of the shown experiment. It is the
 * only copy; views request a selection and are notified of those that others requested.
 */
export class SharedSelection {
  private readonly history = new SelectionHistory();
  /** Aborted when another experiment is shown. */
  private carrying = new AbortController();

  /** @param carry finds the part of a selection that another experiment has as well */
  constructor(
    private readonly selection: Pick<Selection, 'selected' | 'shown' | 'select'>,
    private readonly announcer: Pick<Announcer, 'log' | 'notify' | 'selectionChanged'>,
    private readonly carry: (selected: Selected, to: string, signal: AbortSignal) => Promise<Selected>,
  ) {}

  get state(): SelectionState {
    const { current } = this;
    const { back, forward } = this.history.steps;
    // A selection of another experiment is one step back from the currently shown one.
    const isLeft = this.history.current !== undefined && this.history.current !== current;
    return { selection: current ?? null, canGoBack: back > 0 || isLeft, canGoForward: forward > 0 && !isLeft };
  }

  /**
   * Selects in all views; an experiment that is not shown is shown then.
   * @throws TrimtabError when the experiment does not exist, or has no such location; the selection is unchanged
   */
  select(selected: Selected, origin: SelectionOrigin): void {
    this.keepShown();
    this.show(selected.experiment, () => this.check(selected));
    if (this.history.push(selected)) this.tell(origin);
  }

  /**
   * Shows another experiment, or none. The previous selection is transferred to it once resolved, as far as it exists
   * there, unless something else is selected first.
   * @throws TrimtabError when the experiment does not exist or cannot be shown; the selection is unchanged
   */
  showExperiment(id: string | null): void {
    const { current: before } = this;
    this.selection.select(id);
    this.carrying.abort();
    this.announcer.selectionChanged(id);
    if (id === null || before === undefined || before.experiment === id || isWhole(before)) return;
    this.carrying = new AbortController();
    this.carryTo(id, before, this.carrying.signal).catch((error: unknown) => {
      if (!(error instanceof CancelledError))
        this.announcer.log(`The selection is not kept in experiment ${id}: ${sentenceOf(error)}`);
    });
  }

  private async carryTo(id: string, before: Selected, signal: AbortSignal): Promise<void> {
    const carried = await this.carry(before, id, signal);
    const { current } = this;
    if (signal.aborted || current?.experiment !== id || !isWhole(current) || isWhole(carried)) return;
    if (this.history.push(carried)) this.tell('history');
  }

  /**
   * Selects the call paths through the line on which the cursor of an editor rests, unless something else is selected
   * while they are looked for. @returns whether they are selected
   */
  async follow(looked: Promise<LineCallPaths | undefined>, signal: AbortSignal): Promise<boolean> {
    const before = this.state.selection;
    const found = await looked;
    const now = this.state.selection;
    const isSame = before === null || now === null ? before === now : isSameSelection(before, now);
    if (found === undefined || signal.aborted || !isSame || now?.experiment !== found.experiment) return false;
    this.keepShown();
    if (this.history.push(narrowedToLine(now, found), true)) this.tell('lines');
    return true;
  }

  /** Goes back to what was selected before, or forward again. @returns whether there was a way */
  step(by: -1 | 1): boolean {
    this.keepShown();
    const last = this.history.current;
    // If nothing is shown, the last shown selection is the first step back.
    const isNext = by < 0 && this.current === undefined && last !== undefined && this.canBeShown(last.experiment);
    const found = isNext ? last : this.history.step(by, ({ experiment }) => this.canBeShown(experiment));
    if (found !== undefined) this.tell('history');
    return found !== undefined;
  }

  private get current(): Selected | undefined {
    const { selected } = this.selection;
    const { current } = this.history;
    if (selected === null) return undefined;
    return current?.experiment === selected ? current : { experiment: selected };
  }

  /** The current selection becomes part of the back history, regardless of its origin. */
  private keepShown(): void {
    if (this.current !== undefined) this.history.push(this.current);
  }

  private canBeShown(experiment: string): boolean {
    try {
      this.show(experiment);
      return true;
    } catch (error) {
      if (!(error instanceof TrimtabError)) throw error;
      return false;
    }
  }

  /** @param check of what is shown then */
  private show(experiment: string, check: () => void = () => undefined): void {
    const before = this.selection.selected;
    if (before === experiment) {
      check();
      return;
    }
    this.selection.select(experiment);
    try {
      check();
    } catch (error) {
      this.selection.select(before);
      throw error;
    }
    this.announcer.selectionChanged(experiment);
  }

  /** @throws TrimtabError when the experiment that is shown has no such location */
  private check({ experiment, locations = [], instance }: Selected): void {
    const known = this.selection.shown?.report.locations.length ?? 0;
    const wrong = [...locations, ...(instance === undefined ? [] : [instance.location])].find((one) => one >= known);
    if (wrong !== undefined)
      throw new TrimtabError(
        `There is no location ${wrong} among the ${counted(known, 'location')} of experiment ${experiment}; select one of them.`,
      );
  }

  private tell(origin: SelectionOrigin): void {
    this.announcer.notify('trimtab/selectionChanged', { ...this.state, origin });
  }
}

/** Whether nothing but an experiment is selected. */
const isWhole = (selected: Selected): boolean => isSameSelection(selected, { experiment: selected.experiment });
