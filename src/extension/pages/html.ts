/** The document of a page. It contains no external content, and only its own script runs. */

export interface PageFiles {
  /** Sources from which the webview may load styles and fonts. */
  readonly source: string;
  readonly script: string;
  readonly style: string;
  readonly title: string;
  /** Fresh for every document, letters and digits only. */
  readonly nonce: string;
}

/** The HTML of a page: its script draws all the rest. */
export function pageHtml({ source, script, style, title, nonce }: PageFiles): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    `font-src ${source}`,
    `img-src ${source}`,
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escape(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="stylesheet" href="${escape(style)}">
</head>
<body>
<div id="page"></div>
<script nonce="${nonce}" src="${escape(script)}"></script>
</body>
</html>`;
}

/** Returns the HTML of an editor that only shows a message: no script runs in it, and nothing is loaded. */
export function sentenceHtml(title: string, sentence: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<title>${escape(title)}</title>
</head>
<body>
<p role="status">${escape(sentence)}</p>
</body>
</html>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
