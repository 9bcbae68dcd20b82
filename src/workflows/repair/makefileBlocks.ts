/** Blocks of assignments in a makefile, of which one is in use and others are commented out. */

export interface Block {
  /** Its comments that assign nothing, in one line. */
  readonly title: string;
  /** Values in use, and values that are commented out, by variable. */
  readonly active: ReadonlyMap<string, string>;
  readonly commented: ReadonlyMap<string, string>;
}

const ASSIGNMENT = /^(#+[ \t]*)?([A-Za-z_]\w*)[ \t]*(\+?)(?::|\?)?=[ \t]*(.*)$/;

/** The blocks of a makefile: lines that no empty line separates. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let title = '';
  let active = new Map<string, string>();
  let commented = new Map<string, string>();
  const end = (): void => {
    if (active.size + commented.size > 0) blocks.push({ title, active, commented });
    // A separate comment is the title of the next block.
    else if (title.trim() !== '') return;
    title = '';
    active = new Map();
    commented = new Map();
  };
  for (const line of text.replace(/\\\n/g, ' ').split('\n')) {
    const match = ASSIGNMENT.exec(line);
    if (line.trim() === '') end();
    else if (match !== null) {
      const [, hash, name = '', plus, value = ''] = match;
      const values = hash === undefined ? active : commented;
      values.set(name, plus === '+' && values.has(name) ? `${values.get(name)} ${value.trim()}` : value.trim());
    } else if (line.startsWith('#')) title = `${title} ${line.replace(/#+/g, ' ').trim()}`;
  }
  end();
  return blocks;
}
