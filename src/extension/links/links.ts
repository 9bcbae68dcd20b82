import * as vscode from 'vscode';
import { TrimtabError } from '../../base/problem.js';
import type { Selected } from '../../model/selection.js';
import { type Link, type LinkView, linkTo, readLink } from '../../protocol/link.js';
import type { ErrorFunnel } from '../errors.js';
import type { Selections } from '../selection/selections.js';
import { flash } from '../shown/messages.js';

const EXTENSION = 'trimtab.trimtab';

/** Copies a link to the current selection; it works for everyone with the same experiment. */
export async function copyLink(link: Link): Promise<void> {
  await vscode.env.clipboard.writeText(linkTo(link, vscode.env.uriScheme, EXTENSION));
  flash(vscode.l10n.t('Trimtab: the link was copied.'));
}

/** Shows what a link leads to. It runs nothing, reads nothing but experiments of this window, and changes none. */
export class Links implements vscode.UriHandler, vscode.Disposable {
  private readonly registration = vscode.window.registerUriHandler(this);

  constructor(
    private readonly selections: Selections,
    private readonly errors: ErrorFunnel,
    private readonly show: Readonly<Record<LinkView, (selection: Selected, visible: Link['visible']) => Promise<void>>>,
  ) {}

  handleUri({ path, query }: vscode.Uri): void {
    this.errors.watch(this.follow(readLink(path, query)), 'Opening the link');
  }

  dispose(): void {
    this.registration.dispose();
  }

  private async follow(link: Link | undefined): Promise<void> {
    if (link === undefined)
      throw new TrimtabError(
        vscode.l10n.t('This link is damaged, or a newer version of Trimtab made it. Copy it again.'),
      );
    const { view, selection, visible } = link;
    // The engine reports an error if there is no such experiment, or nothing of this kind in it.
    await this.selections.select(selection, 'history');
    await this.show[view](selection, visible);
  }
}
