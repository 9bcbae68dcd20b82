import * as vscode from 'vscode';
import type { Scenario } from '../../model/findings/prediction.js';
import { type WhatIfAction, whatIfPage, type WhatIfQuestions, type WhatIfState } from '../../protocol/pages/whatIf.js';
import type { Engine } from '../client/engine.js';
import type { CommandHandlers } from '../commands/commandTable.js';
import { PagePanel, type PageHome } from '../pages/panel.js';
import { showLocationToSide } from '../pages/showToSide.js';
import type { Results } from '../results.js';
import type { Selections } from '../selection/selections.js';
import { changeOf } from './requestedChange.js';

/** Selected call paths that the page names. */
const MOST_NODES = 1000;

/** The page “What If”: predicted run times of the shown experiment after changes of the program. */
export class WhatIfPage implements vscode.Disposable {
  private readonly panel: PagePanel<WhatIfState, WhatIfAction, WhatIfQuestions>;
  private readonly disposables: vscode.Disposable;
  private requested: { readonly experiment: string; readonly added: readonly Scenario[] } | undefined;
  /** A page remembers the last one, also after the window was reloaded. */
  private turn = Date.now();

  constructor(
    home: PageHome,
    private readonly engine: Engine,
    private readonly results: Results,
    private readonly selections: Selections,
    private readonly showTimeline: (experiment: string, scenarios: Scenario[]) => Promise<void>,
  ) {
    this.panel = new PagePanel(home, {
      ...whatIfPage,
      handle: (action) => this.handle(action),
      state: () => Promise.resolve(this.state()),
      answers: { predictions: ({ experiment, ...ask }, signal) => engine.query(experiment, 'whatIf', ask, signal) },
    });
    const refresh = (): void => this.panel.refresh();
    this.disposables = vscode.Disposable.from(
      this.panel,
      results.onDidChange(refresh),
      selections.listen(undefined, refresh),
    );
  }

  handlers(): Pick<CommandHandlers, 'trimtab.whatIf' | 'trimtab.whatIfFaster'> {
    return {
      'trimtab.whatIf': () => this.panel.show(),
      'trimtab.whatIfFaster': async (target) => {
        const { selected } = this.results.state;
        const change =
          target === undefined || selected === undefined ? undefined : changeOf(target, selected.report.findings);
        if (change !== undefined && selected !== undefined) {
          this.requested = { experiment: selected.id, added: [change] };
          this.turn++;
        }
        await this.panel.show();
      },
    };
  }

  private async handle(action: WhatIfAction): Promise<void> {
    if (action.do === 'openLine') return showLocationToSide(this.engine, action.experiment, action.place);
    if (action.do === 'openHistory') return vscode.commands.executeCommand('trimtab.showHistory');
    if (action.do === 'timeline') return this.showTimeline(action.experiment, action.scenarios);
    const { experiment: id, prediction } = action;
    await this.engine.request('trimtab/keepPrediction', { id, prediction });
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private state(): WhatIfState {
    const { shown: experiment = null } = this.results;
    const { requested, turn } = this;
    const { current } = this.selections;
    return {
      experiment,
      added: requested !== undefined && requested.experiment === experiment?.id ? requested.added : [],
      turn,
      tried: this.results.state.selected?.id === experiment?.id ? (this.results.state.selected?.predictions ?? []) : [],
      nodes: current?.experiment === experiment?.id ? (current?.nodes ?? []).slice(0, MOST_NODES) : [],
    };
  }
}
