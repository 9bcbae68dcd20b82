import { CodeLensRefreshRequest, type Connection } from 'vscode-languageserver/node';
import type { Notifications } from '../../protocol/messages.js';
import type { NotificationMethod } from '../../protocol/requests.js';
import { Collector } from './debounce.js';
import { sentenceOf } from './failures.js';

/** How long, in milliseconds, a document must rest before its marks are announced as changed. */
const EDIT_PAUSE = 100;

/** Sends the engine's notifications to its client. */
export class Announcer {
  private readonly edited = new Collector(EDIT_PAUSE, (uris) => this.notify('trimtab/marksChanged', { uris }));
  /** Whether the client can be asked to fetch its lenses again. */
  lensRefresh = false;

  constructor(private readonly connection: Connection) {}

  log(text: string): void {
    this.connection.console.error(text);
  }

  notify<M extends NotificationMethod>(method: M, params: Notifications[M]): void {
    this.connection.sendNotification(method, params).catch((error: unknown) => {
      this.log(`${method} was not sent: ${sentenceOf(error)}`);
    });
  }

  documentEdited(uri: string): void {
    this.edited.add(uri);
  }

  /** The selection, or what is known of the selected experiment, changed: everything shown from it is out of date. */
  selectionChanged(selected: string | null): void {
    this.edited.clear();
    this.notify('trimtab/experimentsChanged', { selected });
    this.notify('trimtab/marksChanged', { uris: null });
    this.refreshLenses();
  }

  experimentsChanged(selected: string | null): void {
    this.notify('trimtab/experimentsChanged', { selected });
  }

  /** Lenses are out of date. */
  refreshLenses(): void {
    if (!this.lensRefresh) return;
    this.connection.sendRequest(CodeLensRefreshRequest.type).catch((error: unknown) => {
      this.log(`The client did not refresh its lenses: ${sentenceOf(error)}`);
    });
  }
}
