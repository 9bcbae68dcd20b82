/**
 * Untrusted text (names in traces, messages of readers, notes, questions of workflows) made safe to display. Invisible
 * or misleading characters (control characters, marks of direction, zero-width and other ignorable characters, lone
 * surrogates) become a space. The length is limited.
 */

/** Characters of a name, in UTF-16 units as all below. */
const LONGEST_NAME = 200;
/** Characters of a line or of one sentence. */
const LONGEST_LINE = 2_000;
/** Characters of a text of several lines. */
const LONGEST_TEXT = 20_000;
/** Characters read of what is cut anyway, for each one that is shown. */
const READ_FOR_SHOWN = 4;

/** `Default_Ignorable_Code_Point`: zero-width spaces and joiners, fillers, variation selectors, tags. */
const HIDDEN = '\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}';
const hiddenRuns = new RegExp(`[${HIDDEN}]+`, 'gu');
const hiddenInLines = new RegExp(`(?![\\n\\t])[${HIDDEN}]`, 'gu');
const hiddenInJson = new RegExp(`(?!\\n)[${HIDDEN}]`, 'gu');

/**
 * Escape sequences of terminals: colors, cursor movements, titles. Whatever of them is left is shown as the text it
 * is, because its control character goes with the others.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
const escapeSequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

/** One line of plain text: hidden characters and line ends become one space. */
export function plainLine(text: string): string {
  return lineOf(text, LONGEST_LINE);
}

/** Returns a name within a sentence or a list, so short that the following text is visible. */
export function plainName(text: string): string {
  return lineOf(text, LONGEST_NAME);
}

/** Plain text of several lines: line ends, tabs and indentation stay. */
export function plainLines(text: string): string {
  const lines = readable(text, LONGEST_TEXT).replace(/\r\n?/g, '\n');
  return cut(lines.replace(hiddenInLines, ' '), LONGEST_TEXT);
}

/**
 * A line as the editor's own surfaces take it: notifications, input boxes, lists, the status bar, lenses. They turn
 * `[text](command:…)` into links that run commands, and `$(name)` into icons; both are taken apart by a space.
 */
export function editorLine(text: string): string {
  return plainLine(withoutMarkup(plainLine(text)));
}

/** As `editorLine`, for names on buttons and in titles. */
export function editorName(text: string): string {
  return plainName(withoutMarkup(plainName(text)));
}

/** As `editorLine`, for texts of several lines such as tooltips and the details of a dialog. */
export function editorLines(text: string): string {
  return plainLines(withoutMarkup(plainLines(text)));
}

/**
 * Returns output of a build or a program, for an output channel or a terminal: without escape sequences and hidden
 * characters. A carriage return begins a new line. Of any length, as it arrives in pieces.
 */
export function outputText(text: string): string {
  return text.replace(escapeSequence, '').replace(/\r\n?/g, '\n').replace(hiddenInLines, '');
}

/** A text of any length with its hidden characters written out, as in `a\\u{202e}b`, where they must not be missed. */
export function revealedText(text: string): string {
  return text.replace(hiddenInLines, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`);
}

/**
 * Lays a value out as JSON that reads back the same; hidden characters are escaped, so that a terminal can show it.
 * @param indent 0: all in one line
 */
export function jsonText(value: unknown, indent = 2): string {
  return JSON.stringify(value, undefined, indent).replace(hiddenInJson, (character) =>
    Array.from({ length: character.length }, (_, at) => unicodeEscape(character.charCodeAt(at))).join(''),
  );
}

function unicodeEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

function withoutMarkup(text: string): string {
  return text.replaceAll('](', '] (').replaceAll('$(', '$ (');
}

/** As much of a text as is looked at, so that one of megabytes costs no more than one that is shown whole. */
function readable(text: string, longest: number): string {
  const most = READ_FOR_SHOWN * longest;
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

function lineOf(text: string, longest: number): string {
  return cut(readable(text, longest).replace(hiddenRuns, ' ').trim(), longest);
}

/** Cuts to a length, never through a character, with `…` in place of omitted text. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const kept = text.slice(0, longest - 1);
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}
