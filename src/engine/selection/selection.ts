import type { ExperimentStore } from '../../experiments/index.js';
import { TrimtabError } from '../../base/problem.js';
import { sentenceOf } from '../requests/failures.js';
import type { OnLines } from '../editor/onLines.js';
import type { ShownExperiment } from '../project/shownExperiment.js';
import { readSelected, writeSelected } from './state.js';
import type { Workspace } from '../project/workspace.js';

/**
 * The content shown on lines: changes of a comparison, growth in a study, or the marks of one experiment. The latter is
 * remembered across restarts in its workspace folder.
 */
export class Selection {
  private id: string | null = null;
  private loaded: ShownExperiment | undefined;
  private several: OnLines | undefined;

  constructor(
    private readonly workspace: Workspace,
    private readonly log: (text: string) => void,
  ) {}

  get selected(): string | null {
    return this.id;
  }

  /** The selected experiment; undefined when none is selected or it has no readable results. */
  get shown(): ShownExperiment | undefined {
    return this.loaded;
  }

  /** Data of several experiments, on the lines instead of one experiment's marks. */
  get onLines(): OnLines | undefined {
    return this.several;
  }

  /** Shows it until an experiment is selected or it is removed. */
  showOnLines(several: OnLines | undefined): void {
    this.several = several;
  }

  /**
   * Restores the remembered selection of the workspace folders, first folder first; without one, the newest complete
   * experiment. Failures are logged, not thrown: the engine then shows nothing until an experiment is selected.
   */
  restore(): void {
    this.show(null);
    for (const store of this.workspace.allStores) {
      try {
        const remembered = readSelected(store.project);
        const id = remembered === undefined ? newestComplete(store) : remembered;
        if (id === null) continue;
        this.show(id);
        return;
      } catch (error) {
        this.log(sentenceOf(error));
      }
    }
  }

  /**
   * Selects an experiment, or none.
   * @throws TrimtabError when it does not exist, is damaged or has no results; the selection then stays as it was
   */
  select(id: string | null): void {
    this.show(id);
    this.several = undefined;
    this.remember();
  }

  /** Reads the selected experiment again, after a change to it; selects none when it is gone. */
  reload(): void {
    if (this.id === null) return;
    try {
      this.show(this.id);
    } catch (error) {
      if (!(error instanceof TrimtabError)) throw error;
      this.log(error.message);
      this.select(null);
    }
  }

  /** Searches for sources again after the user changed the path mappings. */
  relocate(): void {
    this.several = this.several?.again(this.workspace);
    this.reload();
  }

  private show(id: string | null): void {
    this.loaded = id === null ? undefined : this.workspace.shown(id);
    this.id = id;
  }

  private remember(): void {
    const owner = this.id === null ? undefined : this.workspace.storeOf(this.id);
    for (const store of this.workspace.allStores) {
      try {
        writeSelected(store.project, store === owner ? this.id : null);
      } catch (error) {
        // A read-only workspace is shown all the same; only the next start will not know.
        this.log(`The selection is not remembered: ${sentenceOf(error)}`);
      }
    }
  }
}

function newestComplete(store: ExperimentStore): string | null {
  return store.list().find(({ state }) => state === 'complete')?.id ?? null;
}
