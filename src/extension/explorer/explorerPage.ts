import * as vscode from 'vscode';
import { TrimtabError } from '../../base/problem.js';
import {
  type ExplorerAction,
  explorerPage,
  type ExplorerQuestions,
  type ExplorerState,
} from '../../protocol/pages/explorer.js';
import type { Engine } from '../client/engine.js';
import { PagePanel, type PageHome } from '../pages/panel.js';
import { showBeside } from '../pages/showBeside.js';
import type { Results } from '../results.js';
import type { Selections } from '../selection/selections.js';
import { explorerTrees } from './explorerTrees.js';

/** The page “Explorer”: property, call path and place of the shown experiment as coupled trees. */
export class ExplorerPage implements vscode.Disposable {
  private readonly panel: PagePanel<ExplorerState, ExplorerAction, ExplorerQuestions>;
  private readonly disposables: vscode.Disposable;
  private turn = 0;

  constructor(
    home: PageHome,
    private readonly engine: Engine,
    private readonly results: Results,
    private readonly selections: Selections,
  ) {
    this.panel = new PagePanel(home, {
      ...explorerPage,
      handle: (action) => this.handle(action),
      state: () => Promise.resolve(this.state()),
      answers: {
        trees: async ({ experiment }, signal) => {
          const [definitions, callTree] = await Promise.all([
            engine.query(experiment, 'definitions', {}, signal),
            engine.query(experiment, 'callTree', {}, signal),
          ]);
          return explorerTrees(definitions, callTree);
        },
        weights: ({ experiment, ...ask }, signal) => engine.query(experiment, 'weights', ask, signal),
        valuesByPlace: ({ experiment, ...ask }, signal) => engine.query(experiment, 'valuesByPlace', ask, signal),
      },
    });
    this.disposables = vscode.Disposable.from(
      this.panel,
      selections.listen('explorer', () => {
        this.turn++;
        this.panel.refresh();
      }),
      results.onDidChange(() => this.panel.refresh()),
    );
  }

  show(): Promise<void> {
    return this.panel.show();
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private state(): ExplorerState {
    const { selected, experiments } = this.results.state;
    const { turn } = this;
    if (selected === undefined) return { experiment: null, selection: null, turn, worst: null };
    const { id, report } = selected;
    const { current } = this.selections;
    return {
      experiment: { id, name: experiments.find((experiment) => experiment.id === id)?.name ?? report.program },
      selection: current?.experiment === id ? current : null,
      turn,
      worst: report.findings.at(0)?.property ?? null,
    };
  }

  private async handle(action: ExplorerAction): Promise<void> {
    if (action.do === 'select') return this.selections.select(action.selection, 'explorer');
    const { experiment, node } = action;
    const { head } = await this.engine.query(experiment, 'nodePlace', { node });
    if (head.place === undefined)
      throw new TrimtabError('The measurement does not say on which line this call path is.');
    const found = await this.engine.request('trimtab/locateIn', { experiment, ...head.place });
    if (found === null)
      throw new TrimtabError(
        `The source file ${head.place.file} was not found here; open the folder that holds it and try again.`,
      );
    await showBeside(found);
  }
}
