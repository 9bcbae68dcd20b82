/** Functions as perf prints them. */
import type { Frame } from '../stacks/frame.js';

/** Position of the address in the function, or in the module (`-F +dsoff`). */
const OFFSET = /\+0x[0-9a-f]+$/;

/** `name+0x1f (/path/of/module)`, `name (inlined)`, `[unknown] (/path (deleted))`. */
export function frameOf(text: string): Frame {
  const deleted = text.endsWith(' (deleted))') ? ' (deleted)' : '';
  const whole = deleted === '' ? text : `${text.slice(0, -' (deleted))'.length)})`;
  const at = whole.endsWith(')') ? whole.lastIndexOf(' (') : -1;
  const symbol = (at < 0 ? whole : whole.slice(0, at)).replace(OFFSET, '');
  const module = at < 0 ? '' : whole.slice(at + 2, -1).replace(OFFSET, '');
  if (module === '' || module === 'inlined') return { name: symbol };
  const name = symbol === '[unknown]' || symbol === '' ? unknownIn(module) : symbol;
  return { name, module };
}

/** A function without a name is shown by its module: `[libc.so.6]`. */
function unknownIn(module: string): string {
  if (module.startsWith('[')) return module === '[unknown]' ? '[unknown]' : module;
  return `[${module.slice(module.lastIndexOf('/') + 1)}]`;
}

/** The program that a function is in: its path; undefined in libraries, the kernel and unknown modules. */
export function programOf({ module = '' }: Frame): string | undefined {
  if (!module.startsWith('/') || /\.so(\.[\d.]+)?$/.test(module)) return undefined;
  return module;
}
