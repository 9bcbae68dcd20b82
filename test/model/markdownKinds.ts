/** Rendered kinds of Markdown content, found by two parsers. */
import MarkdownIt from 'markdown-it';
import { marked, type Token } from 'marked';

/** The tokens of a text as the parser of VS Code's hovers sees them, with all that lies in others. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  void marked.walkTokens(marked.lexer(text, { gfm: true }), (token) => {
    tokens.push(token);
  });
  return tokens;
}

/** Their kinds. */
export function kindsOf(text: string): Set<string> {
  return new Set(tokensOf(text).map(({ type }) => type));
}

/** As the Markdown preview sees a text: links are looked for in plain text too. */
export const preview = new MarkdownIt({ html: true, linkify: true });

export function previewKinds(text: string): Set<string> {
  return new Set(
    preview.parse(text, {}).flatMap((token) => [token.type, ...(token.children ?? []).map((c) => c.type)]),
  );
}
