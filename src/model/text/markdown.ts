/** Markdown into which external text is inserted only as text. */
import { plainLine, plainLines } from '../../base/plainText.js';

/**
 * Trusted Markdown. Only this class creates it, so no string can be passed where it is required. Strings in a template
 * are escaped, and only existing Markdown is inserted unchanged.
 */
export class Markdown {
  private constructor(private readonly text: string) {}

  /** The tag of a template: `Markdown.of`**${title}**: ${share}``. */
  static of(parts: TemplateStringsArray, ...values: readonly (Markdown | string | number)[]): Markdown {
    const texts = values.map((value) => (value instanceof Markdown ? value.text : escapeMarkdown(`${value}`)));
    return new Markdown(parts.map((part, at) => part + (texts[at] ?? '')).join(''));
  }

  /** @param separator such as a line end or the bar of a table */
  static join(parts: readonly Markdown[], separator: Markdown): Markdown {
    return new Markdown(parts.map(({ text }) => text).join(separator.text));
  }

  /** Text set as code; as plain text where it holds what could end the code or the cell of a table. */
  static code(text: string): Markdown {
    const line = plainLine(text);
    return new Markdown(line === '' || /[`|\\]/.test(line) ? escapeMarkdown(line) : `\`${line}\``);
  }

  static strong(text: string): Markdown {
    return Markdown.of`**${text}**`;
  }

  /** Lines set as code, between empty lines: indented, since nothing in them can end that. */
  static block(text: string): Markdown {
    const lines = plainLines(text).split('\n');
    return new Markdown(lines.map((line) => `    ${line}`).join('\n'));
  }

  /** Returns a link that runs a command of the editor. The client decides which commands links may run. */
  static commandLink(label: string, command: string, args: readonly unknown[]): Markdown {
    const query = encodeURIComponent(JSON.stringify(args)).replace(/[!'()*]/g, (mark) => percentEncoded(mark));
    return new Markdown(`[${escapeMarkdown(label)}](command:${command}?${query})`);
  }

  /** Returns an inline picture; nothing is loaded for it. @param svg an SVG file of Trimtab, without external text */
  static image(says: string, svg: string): Markdown {
    return new Markdown(`![${escapeMarkdown(says)}](data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')})`);
  }

  toString(): string {
    return this.text;
  }
}

/**
 * All characters that begin markup, also where parsers look for addresses in plain text (`www.example.org`,
 * `a@example.org`). Dots and colons within numbers and times begin nothing. Neither do those that end a word, nor a
 * sign or a dash before a letter or a digit. Some parsers treat a bracket after an escaped one as the target of a link.
 * A bracket after a number at the beginning makes a list.
 */
const markup =
  /(?!(?<=\d)[.:]\d|[+-][\p{L}\d]|(?<=\p{L})(?<!ww)[.:](?: |$))[!#$&*+\-./:<=>@[\\\]^_`{|}~]|(?<=\])\(|(?<=^\d{1,9})\)/gu;

/**
 * Escapes text so that Markdown shows it unchanged. A region name or an external note cannot add a link, image, HTML,
 * heading, list, table cell or code.
 */
export function escapeMarkdown(text: string): string {
  return plainLine(text).replace(markup, '\\$&');
}

function percentEncoded(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
}
