/** HTML into which external text is inserted only as text. */
import { plainLine } from '../../base/plainText.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Trusted HTML, like `Markdown`: strings in a template are escaped, and only existing HTML is inserted unchanged. */
export class Html {
  private constructor(private readonly text: string) {}

  /** The tag of a template: `Html.of`<b>${title}</b>``. */
  static of(parts: TemplateStringsArray, ...values: readonly (Html | string | number)[]): Html {
    const texts = values.map((value) => (value instanceof Html ? value.text : escapeHtml(`${value}`)));
    return new Html(parts.map((part, at) => part + (texts[at] ?? '')).join(''));
  }

  static join(parts: readonly Html[], separator: Html): Html {
    return new Html(parts.map(({ text }) => text).join(separator.text));
  }

  static code(text: string): Html {
    return Html.of`<code>${text}</code>`;
  }

  static strong(text: string): Html {
    return Html.of`<strong>${text}</strong>`;
  }

  /** @param svg a picture of the SVG pen, which escapes its texts */
  static picture(svg: string): Html {
    return new Html(svg.trim());
  }

  toString(): string {
    return this.text;
  }
}

function escapeHtml(text: string): string {
  return plainLine(text).replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? '');
}
