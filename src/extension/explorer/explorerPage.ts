import { present } from '../../base/present.js';
import * as vscode from 'vscode';
import { TrimtabError } from '../../base/problem.js';
import {
  type ExplorerAction,
  explorerPage,
  type ExplorerQuestions,
  type ExplorerState,
} from '../../protocol/pages/explorer.js';
import type { SourcePlace } from '../../model/findings/findings.js';
import type { Selected } from '../../model/selection.js';
import type { Engine } from '../client/engine.js';
import { copyLink } from '../links/links.js';
import { PagePanel, type PageHome } from '../pages/panel.js';
import { saveFile } from '../pages/saveFile.js';
import { previewPlace, showLocationToSide } from '../pages/showToSide.js';
import type { Results } from '../results.js';
import { followsLine, onDidChangeFollowsLine, setFollowsLine } from '../selection/followSetting.js';
import type { Selections } from '../selection/selections.js';
import { explorerAnswers } from './explorerAnswers.js';

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
      answers: explorerAnswers(engine, (experiment, other) =>
        engine.request('trimtab/matchCallPaths', { experiment, other }),
      ),
    });
    this.disposables = vscode.Disposable.from(
      this.panel,
      selections.listen('explorer', () => {
        this.turn++;
        this.panel.refresh();
      }),
      results.onDidChange(() => this.panel.refresh()),
      onDidChangeFollowsLine(() => this.panel.refresh()),
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
    const { shown } = this.results;
    const { turn } = this;
    const follows = followsLine();
    if (selected === undefined || shown === undefined)
      return { experiment: null, selection: null, turn, others: [], worst: null, follows };
    const { id, report } = selected;
    const { current } = this.selections;
    return {
      experiment: shown,
      selection: current?.experiment === id ? current : null,
      turn,
      others: experiments
        .filter((other) => other.id !== id && other.program === report.program)
        .map((other) => ({ id: other.id, name: other.name })),
      worst: report.findings.at(0)?.property ?? null,
      follows,
    };
  }

  private async handle(action: ExplorerAction): Promise<void> {
    if (action.do === 'select') return this.select(action);
    if (action.do === 'follow') return setFollowsLine(action.on);
    if (action.do === 'selectWorst') return this.selectWorst(action.selection);
    if (action.do === 'copyLink') {
      const { selection, experiment: shown } = this.state();
      if (shown !== null) await copyLink({ view: 'explorer', selection: selection ?? { experiment: shown.id } });
      return;
    }
    if (action.do === 'save') return saveFile(action, `${this.state().experiment?.name ?? action.experiment}-explorer`);
    const { experiment, node } = action;
    const place = await this.placeOf(experiment, node);
    if (place === undefined)
      throw new TrimtabError(vscode.l10n.t('The measurement does not contain the source line of this call path.'));
    await showLocationToSide(this.engine, experiment, place);
  }

  private async select({ selection, node }: Extract<ExplorerAction, { do: 'select' }>): Promise<void> {
    const { experiment } = selection;
    await this.selections.select(selection, 'explorer');
    this.panel.refresh();
    if (node === undefined || !followsLine()) return;
    const place = await this.placeOf(experiment, node);
    if (place !== undefined) await previewPlace(this.engine, experiment, place);
  }

  private async placeOf(experiment: string, node: number): Promise<SourcePlace | undefined> {
    return (await this.engine.query(experiment, 'nodePlace', { node })).head.place;
  }

  private async selectWorst(selection: Selected): Promise<void> {
    const { experiment, property, nodes, locations, window } = selection;
    const asked = {
      ...present({ property }),
      ...(nodes === undefined ? {} : { nodes: [...nodes] }),
      ...(locations === undefined ? {} : { locations: [...locations] }),
      ...present({ window }),
    };
    const { head } = await this.engine.query(experiment, 'worst', asked);
    const { wait } = head;
    const instance = wait === undefined ? {} : { instance: { location: wait.location, from: wait.from, to: wait.to } };
    await this.selections.select({ ...selection, ...instance }, 'explorer');
    this.panel.refresh();
  }
}
