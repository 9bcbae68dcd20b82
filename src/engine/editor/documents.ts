import { realpathSync, statSync } from 'node:fs';
import type { TextDocuments } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { readText } from '../../base/files/index.js';
import { uriToPath } from '../sources/paths.js';

/** The current text of a document, and a key that changes with it. */
export interface CurrentText {
  readonly text: string;
  readonly version: string;
}

/** Bytes of a file beyond which it is no source text that a person reads; a report may name any file. */
const LARGEST = 16 << 20;

interface OpenDocument {
  /** Real path: links must not hide that two names are one file. */
  readonly path: string;
  /** Counts openings, because versions restart with each. */
  readonly opening: number;
}

/** The current text of files: an open document's, edited or not, else the file's. */
export class Documents {
  private readonly known = new Map<string, OpenDocument>();
  private openings = 0;

  constructor(private readonly open: TextDocuments<TextDocument>) {
    open.onDidOpen(({ document }) => {
      const path = realPathOf(document.uri);
      if (path !== undefined) this.known.set(document.uri, { path, opening: ++this.openings });
    });
    open.onDidClose(({ document }) => this.known.delete(document.uri));
  }

  /** The real path of a document; undefined for one that is no local file. */
  pathOf(uri: string): string | undefined {
    return this.known.get(uri)?.path ?? realPathOf(uri);
  }

  /** @returns undefined when the file is neither open nor readable as source text */
  textOf(path: string): CurrentText | undefined {
    for (const [uri, known] of this.known) {
      const document = known.path === path ? this.open.get(uri) : undefined;
      if (document) return { text: document.getText(), version: `open ${known.opening} ${document.version}` };
    }
    return this.savedTextOf(path);
  }

  /**
   * Returns the saved text of the file, even if a document is open. @returns undefined when it is not readable as
   * source text
   */
  savedTextOf(path: string): CurrentText | undefined {
    try {
      const { mtimeMs, size } = statSync(path);
      return { text: readText(path, { limit: LARGEST, within: null }), version: `file ${mtimeMs} ${size}` };
    } catch {
      // Gone or unreadable since it was found: it has no text to place anything in.
      return undefined;
    }
  }
}

function realPathOf(uri: string): string | undefined {
  const path = uriToPath(uri);
  if (path === undefined) return undefined;
  try {
    return realpathSync.native(path);
  } catch {
    // A document that is not saved yet has its path all the same.
    return path;
  }
}
