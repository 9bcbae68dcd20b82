/** `<attribute><name>…</name><value>…</value></attribute>`, glued to a line of a text profile. */

/** Goes through it once; what is not closed ends it. */
export function readMetadata(text: string, fact: (name: string, value: string) => void): void {
  for (let at = text.indexOf('<attribute>'); at >= 0; at = text.indexOf('<attribute>', at)) {
    const end = text.indexOf('</attribute>', at);
    if (end < 0) return;
    const attribute = text.slice(at, end);
    const [name, value] = [between(attribute, '<name>', '</name>'), between(attribute, '<value>', '</value>')];
    if (name !== undefined && value !== undefined) fact(plain(name), plain(value));
    at = end;
  }
}

function between(text: string, open: string, close: string): string | undefined {
  const start = text.indexOf(open);
  const end = text.indexOf(close, start + open.length);
  return start < 0 || end < 0 ? undefined : text.slice(start + open.length, end);
}

const entities = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
]);

const plain = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => entities.get(entity) ?? entity);
