import * as vscode from 'vscode';
import { present } from '../../base/present.js';
import { plainName } from '../../base/plainText.js';
import type { Selected } from '../../model/selection.js';
import { memoryKey, panelType } from '../../protocol/pages/declaration.js';
import {
  type TimelineAction,
  timelinePage,
  type TimelineQuestions,
  type TimelineState,
} from '../../protocol/pages/timeline.js';
import type { Link } from '../../protocol/link.js';
import type { Engine } from '../client/engine.js';
import { type PageDefinition, PageView } from '../pages/page.js';
import type { PageHome } from '../pages/panel.js';
import { copyLink } from '../links/links.js';
import { saveFile } from '../pages/saveFile.js';
import { previewPlace, showLocationToSide } from '../pages/showToSide.js';
import type { Results } from '../results.js';
import { followsLine, onDidChangeFollowsLine, setFollowsLine } from '../selection/followSetting.js';
import type { Selections } from '../selection/selections.js';

import { selectedBy, withWindow } from './selectedBy.js';
import { timelineAnswers } from './timelineAnswers.js';

const id = panelType(timelinePage);
/** Key in storage that records that the user closed the view. */
const closed = memoryKey(timelinePage, 'closed');

/** The view “Timeline” under the code: what the selected experiment did when. */
export class TimelineView implements vscode.WebviewViewProvider, vscode.Disposable {
  private view: PageView<TimelineState, TimelineAction, TimelineQuestions> | undefined;
  /** Selection of others: the page knows its own. */
  private selected: Selected | undefined;
  private isFollowed = false;
  /** The time range that a link shows, until something else is selected; `turn` distinguishes equal ones. */
  private visible: TimelineState['visible'];
  private turn = 0;
  /** The latest predicted run, and the experiment that it was predicted from. */
  private predicted: (NonNullable<TimelineState['predicted']> & { of: string; name: string }) | undefined;
  private readonly disposables: vscode.Disposable;

  constructor(
    private readonly home: PageHome,
    private readonly engine: Engine,
    private readonly results: Results,
    private readonly selections: Selections,
  ) {
    this.disposables = vscode.Disposable.from(
      vscode.window.registerWebviewViewProvider(id, this, { webviewOptions: { retainContextWhenHidden: true } }),
      results.onDidChange(() => this.refresh()),
      engine.onDidStart(() => this.refresh()),
      onDidChangeFollowsLine(() => this.refresh()),
      selections.listen('timeline', (selection, origin) => {
        this.selected = selection;
        this.isFollowed = origin === 'lines';
        this.visible = undefined;
        this.refresh();
      }),
    );
  }

  resolveWebviewView(shown: vscode.WebviewView): void {
    const { home, engine } = this;
    this.open();
    const definition: PageDefinition<TimelineState, TimelineAction, TimelineQuestions> = {
      ...timelinePage,
      handle: (action) => this.handle(action),
      state: () => Promise.resolve(this.state),
      answers: timelineAnswers(engine),
    };
    const view = new PageView(shown.webview, definition, home.errors, home.bundles);
    this.view = view;
    const remember = (): void => home.errors.watchQuietly(this.remember(!shown.visible), timelinePage.title);
    remember();
    const seen = shown.onDidChangeVisibility(remember);
    shown.onDidDispose(() => {
      seen.dispose();
      view.dispose();
      if (this.view === view) this.view = undefined;
    });
  }

  /** Shows the view without taking the focus, where there is something to see and the person did not close it before. */
  async reveal(): Promise<void> {
    const { selected } = this.results.state;
    if (selected === undefined || this.home.memory.get<boolean>(closed, false)) return;
    const { head } = await this.engine.query(selected.id, 'timeline', {});
    if (!(head.span > 0)) return;
    await vscode.commands.executeCommand(`${id}.focus`, { preserveFocus: true });
  }

  /**
   * Shows the view, which the person asked for.
   * @param visible the time range that it shows then; it moves nothing if omitted
   * @returns whether there is something to see of the experiment
   */
  async show(experiment: string, visible?: Link['visible'] | 'all'): Promise<boolean> {
    const { head } = await this.engine.query(experiment, 'timeline', {});
    if (!(head.span > 0)) return false;
    if (visible !== undefined) {
      const range = visible === 'all' ? { from: 0, to: head.span } : visible;
      this.visible = { ...range, experiment, turn: ++this.turn };
      this.refresh();
    }
    await vscode.commands.executeCommand(`${id}.focus`);
    return true;
  }

  /** Shows all of a predicted run above the experiment that it was predicted from. */
  async showPredicted(of: string, { experiment, name }: { experiment: string; name: string }): Promise<void> {
    this.predicted = { id: experiment, name: plainName(name), of, turn: ++this.turn };
    await this.show(of, 'all');
  }

  dispose(): void {
    this.view?.dispose();
    this.disposables.dispose();
  }

  /** Opens the measurement while the page loads, which then asks the same. */
  private open(): void {
    const { shown } = this.results;
    if (shown !== undefined)
      this.home.errors.watchQuietly(this.engine.query(shown.id, 'timeline', {}), timelinePage.title);
  }

  private async remember(isClosed: boolean): Promise<void> {
    await this.home.memory.update(closed, isClosed);
  }

  private get state(): TimelineState {
    const { shown } = this.results;
    const { isFollowed } = this;
    const follows = followsLine();
    if (shown === undefined) return { experiment: null, selected: null, isFollowed, follows, others: [] };
    const here = this.selected?.experiment === shown.id ? this.selected : null;
    const others = this.results.state.experiments
      .filter(
        ({ id: other, state, measurement }) => other !== shown.id && state === 'complete' && measurement === undefined,
      )
      .map((one) => ({ id: one.id, name: plainName(one.name) }));
    const visible = this.visible?.experiment === shown.id ? this.visible : undefined;
    const { id: predictedId, name = '', of, turn = 0 } = this.predicted ?? {};
    const shared = { experiment: shown, selected: here, isFollowed, follows, ...present({ visible }) };
    if (predictedId === undefined || of !== shown.id) return { ...shared, others };
    return {
      ...shared,
      others: [{ id: predictedId, name }, ...others],
      predicted: { id: predictedId, turn },
    };
  }

  private refresh(): void {
    if (this.view !== undefined) this.home.errors.watchQuietly(this.view.refresh(), timelinePage.title);
  }

  private async handle(action: TimelineAction): Promise<void> {
    if (action.do === 'follow') return setFollowsLine(action.on);
    const { experiment } = action;
    if (action.do === 'select') {
      await this.selections.select(selectedBy(action, this.selections.current), 'timeline');
      if (action.place !== undefined && followsLine()) await previewPlace(this.engine, experiment, action.place);
      return;
    }
    if (action.do === 'selectWindow') {
      await this.selections.select(withWindow(action, this.selections.current), 'timeline');
      this.selected = withWindow(action, this.selected);
      this.refresh();
      return;
    }
    if (action.do === 'copyLink') {
      const { current } = this.selections;
      const about = current?.experiment === experiment ? current : { experiment };
      const { from, to } = action.window;
      await copyLink({ view: 'timeline', selection: about, ...(from < to ? { visible: action.window } : {}) });
      return;
    }
    if (action.do === 'save') {
      await saveFile(action, `${this.state.experiment?.name ?? experiment}-timeline`);
      return;
    }
    const { place } = action;
    await showLocationToSide(this.engine, experiment, place);
  }
}
