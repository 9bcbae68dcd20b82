/** The private channel's end in the engine. */
import { randomBytes } from 'node:crypto';
import { PrivateSocket } from '../../base/processes/privateSocket.js';
import type { ChannelAddress } from '../../protocol/channel.js';
import { type AnswerQuery, Connection } from './connection.js';

/** Clients at once: the editor, and one that is about to go. */
const MOST_CLIENTS = 4;

/** Listens where only this user can connect. */
export class Channel {
  private listening: Promise<ChannelAddress> | undefined;
  private readonly token = randomBytes(32).toString('hex');
  private readonly socket: PrivateSocket;

  constructor(answer: AnswerQuery, log: (text: string) => void) {
    this.socket = new PrivateSocket(
      { name: 'trimtab', mostClients: MOST_CLIENTS },
      (socket) => new Connection(socket, this.token, answer, log),
    );
  }

  /**
   * Returns the address at which clients connect; the server listens from the first call on. If that failed, as on a
   * full disk, the next call tries again.
   * @throws Error of the system
   */
  address(): Promise<ChannelAddress> {
    const listening = this.listening ?? this.listen();
    this.listening = listening;
    listening.catch(() => {
      if (this.listening === listening) this.listening = undefined;
    });
    return listening;
  }

  /** How many are connected. */
  get clients(): number {
    return this.socket.clients;
  }

  close(): void {
    this.socket.close();
  }

  private async listen(): Promise<ChannelAddress> {
    const { path } = await this.socket.listen();
    return { path, token: this.token };
  }
}
