import { present } from '../../base/present.js';
import * as vscode from 'vscode';
import { TrimtabError } from '../../base/problem.js';
import { callPathOf, iterationOf } from '../../model/dynamics/dynamicsText.js';
import {
  type DynamicsAction,
  dynamicsPage,
  type DynamicsQuestions,
  type DynamicsState,
} from '../../protocol/pages/dynamics.js';
import type { Engine } from '../client/engine.js';
import type { CommandHandlers } from '../commands/commandTable.js';
import { PagePanel, type PageHome } from '../pages/panel.js';
import { showLocationToSide } from '../pages/showToSide.js';
import type { Results } from '../results.js';
import type { Selections } from '../selection/selections.js';
import { dynamicsAnswers } from './dynamicsAnswers.js';
import { type IterationTarget, selectIteration } from './goToIteration.js';

/** The page “Dynamics”: how the shown experiment changes from iteration to iteration; and the way from a change to its iteration. */
export class DynamicsPage implements vscode.Disposable {
  private readonly panel: PagePanel<DynamicsState, DynamicsAction, DynamicsQuestions>;
  private readonly disposables: vscode.Disposable;
  private asked: { readonly experiment: string; readonly finding: number } | undefined;
  private turn = 0;

  /** @param showTimeline checks whether an experiment has a timeline, and shows it */
  constructor(
    home: PageHome,
    private readonly engine: Engine,
    private readonly results: Results,
    private readonly selections: Selections,
    private readonly showTimeline: (experiment: string) => Promise<boolean>,
  ) {
    this.panel = new PagePanel(home, {
      ...dynamicsPage,
      handle: (action) => this.handle(action),
      state: () => Promise.resolve(this.state()),
      answers: dynamicsAnswers(engine),
    });
    this.disposables = vscode.Disposable.from(
      this.panel,
      results.onDidChange(() => this.panel.refresh()),
    );
  }

  handlers(): Pick<CommandHandlers, 'trimtab.showDynamics'> {
    return {
      'trimtab.showDynamics': async ({ finding, iteration, page } = {}) => {
        const { selected } = this.results.state;
        if (selected === undefined)
          throw new TrimtabError(
            vscode.l10n.t('No run with iterations is selected. Analyze a program, or select an experiment.'),
          );
        const change = selected.report.dynamics?.changes.find(({ number }) => number === finding);
        const at = iteration ?? (change === undefined ? undefined : iterationOf(change));
        if (change === undefined || page === true || at === undefined) return this.show(selected.id, finding);
        const { metric, locations, place } = change;
        const target = {
          ...{ experiment: selected.id, iteration: at, metric, locations },
          node: callPathOf(change),
          ...present({ place }),
        };
        if (!(await this.goTo(target))) await this.show(selected.id, finding);
      },
    };
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private show(experiment: string, finding: number | undefined): Promise<void> {
    if (finding !== undefined) {
      this.asked = { experiment, finding };
      this.turn++;
    }
    return this.panel.show();
  }

  /** @returns whether there is a timeline to show it in */
  private async goTo(target: IterationTarget): Promise<boolean> {
    await selectIteration(this.engine, this.selections, target, 'dynamics');
    return this.showTimeline(target.experiment);
  }

  private state(): DynamicsState {
    const { shown: experiment = null } = this.results;
    const { turn, asked } = this;
    return { experiment, finding: asked?.experiment === experiment?.id ? (asked?.finding ?? null) : null, turn };
  }

  private async handle(action: DynamicsAction): Promise<void> {
    if (action.do === 'goTo') {
      const { do: _, ...target } = action;
      if (!(await this.goTo(target)))
        throw new TrimtabError(
          vscode.l10n.t('The iteration is selected. This run has no timeline, because it has no events.'),
        );
      return;
    }
    if (action.do === 'explain') {
      const { property, page } = action;
      await vscode.commands.executeCommand('trimtab.explainProperty', { property, page });
      return;
    }
    const { experiment, place } = action;
    await showLocationToSide(this.engine, experiment, place);
  }
}
