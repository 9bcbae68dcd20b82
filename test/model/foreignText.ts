import fc from 'fast-check';

/** Contents of a planted file: links, icons, markup of Markdown and HTML, escape sequences, direction marks. */
const planted = [
  '[Update it](command:workbench.action.terminal.new)',
  '[x](https://example.org "title")',
  '![i](https://example.org/i.png)',
  '<https://example.org>',
  '<img src=x onerror=alert(1)>',
  '</td></table><script>alert(1)</script>',
  'https://example.org',
  'www.example.org',
  'someone@example.org',
  '$(error)',
  '$$(x)](command:y)',
  '](command:z)',
  '\n# heading\n',
  '\n\n    code\n',
  '\n---\n',
  '\n- item\n1. item\n> quote\n',
  '| a | b |\n|---|---|\n',
  '\\|',
  '`',
  '```',
  '\\',
  '**',
  '&lt;b&gt;',
  '&#91;x&#93;',
  '[ref]: https://example.org\n',
  '\u001b[2J\u001b]0;title\u0007',
  '\u001b]8;;https://example.org\u001b\\text\u001b]8;;\u001b\\',
  '\u009b31m',
  '\u001b',
  '\r',
  '\u202e',
  '\u2066',
  '\u200b',
  '\u00ad',
  '\u3164',
  '\ufe0f',
  '\u{e0041}',
  '\ud800',
  '\u2028',
  ' ',
] as const;

/** Any text, with what is dangerous more often than by chance. */
export const foreignText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...planted), fc.string({ unit: 'binary', maxLength: 8 }), fc.string()), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

/** Everything that no text shown may hold; line ends and tabs are looked at apart. */
export const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** How VS Code finds links in notifications and input boxes (`parseLinkedText`), and icons in its labels. */
export const liveLink = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
export const liveIcon = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/;
