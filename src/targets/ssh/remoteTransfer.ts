/** Bringing files to a machine that is logged in to, and back. */
import { mkdirSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { dirname as posixDirname, join as posixJoin } from 'node:path/posix';
import { isPlainPath, statOf } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';
import { capture } from '../../base/processes/capture.js';
import type { Connection } from '../configuration.js';
import { quote, quoteAll } from '../shell/quote.js';
import { demand } from '../shell/shell.js';
import type { SshShell } from './sshShell.js';
import type { Transfer, TransferOptions } from '../target.js';
import { Incoming, isHere, remarkOn } from '../files/incoming.js';
import { localFiles, remoteFiles, type FileEntry } from '../files/listing.js';
import { type Direction, rsync, type RsyncOutcome } from './rsync.js';
import { tarFetch, tarSend } from '../files/tar.js';

/** List of files sent to a folder before: those deleted here since then are deleted there, and nothing else. */
const SENT = '.trimtab-sent';
const REPEATS = 8;

export class RemoteTransfer {
  /** Undefined until tried. */
  private useRsync: boolean | undefined;

  constructor(
    private readonly shell: SshShell,
    method: Connection['transfer'],
  ) {
    if (method === 'tar') this.useRsync = false;
  }

  async send(local: string, remote: string, options: TransferOptions = {}): Promise<Transfer> {
    const found = statOf(local);
    if (found === undefined) throw new TrimtabError(`${local} does not exist; there is nothing to send.`);
    if (found.isDirectory()) return this.sendFolder(local, remote, options);
    if (basename(local) !== basename(remote))
      throw new TrimtabError(`The file ${local} can only be sent under its own name, not as ${remote}.`);
    const parent = posixDirname(remote);
    await this.makeFolder(parent);
    return this.sendFiles(dirname(local), parent, [{ path: basename(local), bytes: found.size }], options);
  }

  async fetch(remote: string, local: string, options: TransferOptions = {}): Promise<Transfer> {
    const listing = await remoteFiles(this.shell, remote, options.ignore ?? []);
    if (listing.kind === 'missing')
      throw new TrimtabError(`${remote} does not exist on ${this.shell.place}; there is nothing to fetch.`);
    const file = listing.kind === 'file';
    if (file && basename(local) !== basename(remote))
      throw new TrimtabError(`The file ${remote} can only be fetched under its own name, not as ${local}.`);
    const [from, to] = file ? [posixDirname(remote), dirname(local)] : [remote, local];
    refuseEscapes(listing.files);
    mkdirSync(to, { recursive: true });
    const transfer =
      (await this.fetchByRsync({ from, to }, listing.files, options)) ??
      (await tarFetch(this.shell, remote, listing, to, options));
    if (transfer.remark !== undefined) options.onProgress?.(transfer.remark);
    return transfer;
  }

  /** @returns undefined when rsync cannot be used here */
  private async fetchByRsync(
    { from, to }: { readonly from: string; readonly to: string },
    files: readonly FileEntry[],
    options: TransferOptions,
  ): Promise<Transfer | undefined> {
    if (!(await this.rsyncIsThere())) return undefined;
    const incoming = new Incoming(to);
    const paths = files.map(({ path }) => path);
    const direction = { from: this.at(from), to: `${incoming.folder}/`, known: resolve(to) };
    try {
      const transfer = await this.tryRsync(direction, paths, options);
      const missing = incoming.adopt(files).filter((file) => !isHere(to, file));
      return transfer && { ...transfer, ...remarkOn(missing, `${this.shell.place}:${from}`) };
    } catch (error) {
      incoming.adopt(files); // those that are whole are not fetched again
      throw error;
    } finally {
      incoming.remove();
    }
  }

  async take(remote: string, local: string, options: TransferOptions = {}): Promise<Transfer> {
    const transfer = await this.fetch(remote, local, options);
    if (transfer.remark !== undefined) return transfer;
    // Renamed first: a removal that is interrupted leaves nothing that looks like a folder with something missing.
    const [folder, doomed] = [quote(remote), quote(`${remote}.taken`)];
    const remove = `rm -rf ${doomed} && mv ${folder} ${doomed} && rm -rf ${doomed}`;
    await demand(this.shell, `${remote} was fetched but could not be removed`, remove);
    return transfer;
  }

  private async sendFolder(local: string, remote: string, options: TransferOptions): Promise<Transfer> {
    const files = await localFiles(local, options.ignore ?? []);
    await this.makeFolder(remote);
    const list = posixJoin(remote, SENT);
    const before = (
      await demand(this.shell, 'The list of files sent cannot be read', `cat ${quote(list)} 2>/dev/null || true`)
    )
      .split('\n')
      .filter((path) => path !== '');
    const now = new Set(files.map(({ path }) => path));
    const gone = before.filter((path) => !now.has(path) && isPlainPath(path));
    // Noted first: should this break off, the next transfer still knows what may be deleted.
    if (files.some(({ path }) => !before.includes(path))) await this.note(list, [...new Set([...before, ...now])]);
    const transfer = await this.sendFiles(local, remote, files, options);
    if (gone.length > 0) {
      const remove = `cd ${quote(remote)} && ${quoteAll(['rm', '-f', '--', ...gone.map((path) => `./${path}`)])}`;
      await demand(this.shell, 'Files deleted here could not be deleted', remove);
      await this.note(list, [...now]);
    }
    return transfer;
  }

  private async sendFiles(
    local: string,
    remote: string,
    files: readonly FileEntry[],
    options: TransferOptions,
  ): Promise<Transfer> {
    if (files.length === 0) return { files: 0, bytes: 0 };
    const direction = { from: `${local}/`, to: this.at(remote) };
    const paths = files.map(({ path }) => path);
    return (await this.tryRsync(direction, paths, options)) ?? tarSend(this.shell, local, remote, files, options);
  }

  /** @returns undefined when rsync cannot be used here */
  private async tryRsync(
    direction: Direction,
    paths: readonly string[],
    options: TransferOptions,
  ): Promise<Transfer | undefined> {
    if (!(await this.rsyncIsThere())) return undefined;
    let sum: Transfer = { files: 0, bytes: 0 };
    let ownFailures = 0;
    for (let left = REPEATS; left >= 0; left--) {
      await this.shell.connection.ensure(options.signal);
      options.onProgress?.(`Comparing ${paths.length} files`);
      const outcome: RsyncOutcome = await rsync(this.shell.connection, direction, paths, options);
      if (outcome.kind === 'done') {
        sum = { files: sum.files + outcome.transfer.files, bytes: sum.bytes + outcome.transfer.bytes };
        return sum;
      }
      // On a connection that is open, rsync itself failed: once, it is started again; a second time, tar is used.
      const isOwnFailure = outcome.kind === 'broken' && (await this.shell.connection.isAlive());
      if (outcome.kind === 'unusable' || (isOwnFailure && ++ownFailures > 1)) {
        this.useRsync = false;
        return undefined;
      }
      if (isOwnFailure) continue;
      this.shell.connection.lost();
      options.onProgress?.('The connection broke; continuing');
      if (left < REPEATS) await this.shell.connection.pause(REPEATS - left - 1, performance.now(), options.signal);
    }
    throw new TrimtabError(
      `The connection to ${this.shell.place} broke ${REPEATS + 1} times while files were sent; what has arrived is kept: try again.`,
    );
  }

  private async rsyncIsThere(): Promise<boolean> {
    if (this.useRsync === undefined) {
      const here = await capture(['rsync', '--version'], this.shell.connection.environment);
      const there = await this.shell.execute('command -v rsync');
      this.useRsync = here !== undefined && there.code === 0;
    }
    return this.useRsync;
  }

  private at(folder: string): string {
    // An IPv6 address needs its brackets; ssh takes them off.
    return `${this.shell.place}:${folder}/`;
  }

  private async makeFolder(folder: string): Promise<void> {
    await demand(this.shell, 'The folder cannot be made', `mkdir -p ${quote(folder)}`);
  }

  private async note(file: string, paths: readonly string[]): Promise<void> {
    const part = quote(`${file}.part`);
    const text = paths.map((path) => `${path}\n`).join('');
    await demand(
      this.shell,
      'The list of files sent cannot be written',
      `printf '%s' ${quote(text)} >${part} && mv -f ${part} ${quote(file)}`,
    );
  }
}

/** The target names files; none may land outside the folder asked for. */
function refuseEscapes(files: readonly FileEntry[]): void {
  const bad = files.find(({ path }) => !isPlainPath(path));
  if (bad !== undefined)
    throw new TrimtabError(
      `The target offers the file ${JSON.stringify(bad.path)}, which would land outside the folder; it is not fetched.`,
    );
}
