/** Profiles in the forms of gperftools, which contain addresses in place of functions. */
import { commandText } from '../../base/text.js';

/** The words behind the first one, which is 0, are so many: version, period and padding at least. */
const HEADER_WORDS = { least: 3, most: 64 };
/** Microseconds. */
const LONGEST_PERIOD = 1e8;
/** The counts and bytes in use and, in brackets, of all allocations. Go writes the same text. */
const HEAP = /^(?:heap|growth) profile: *-?\d+: *-?\d+ *\[ *-?\d+: *-?\d+\] *@/;
const CONTENTION =
  /^--- ?(?:contention|mutex)[^\n]{0,80}\n(?:[^\n]{0,200}\n){0,4}?(?:cycles\/second|sampling period) *=/;
/** Profiles to which `pprof --raw` added the functions. */
const WITH_SYMBOLS = /^--- ?symbol\nbinary=/;

/** The first words of a CPU profile: 0, number of words, version 0, period, padding 0; of 4 or 8 bytes in either order. */
function isCpuProfile(head: Uint8Array): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  return [4, 8].some((size) =>
    [true, false].some((isLittle) => {
      if (head.length < 5 * size) return false;
      const word = (index: number): number =>
        size === 4 ? view.getUint32(4 * index, isLittle) : Number(view.getBigUint64(8 * index, isLittle));
      const [begin, words, version, period, padding] = [word(0), word(1), word(2), word(3), word(4)];
      if (begin !== 0 || version !== 0 || padding !== 0) return false;
      if (words < HEADER_WORDS.least || words > HEADER_WORDS.most) return false;
      return period > 0 && period <= LONGEST_PERIOD;
    }),
  );
}

export const gperftoolsForm = {
  formOf(head: Uint8Array): string | undefined {
    if (isCpuProfile(head)) return 'a CPU profile';
    const text = Buffer.from(head).toString('latin1').replaceAll('\r\n', '\n');
    if (HEAP.test(text)) return 'a heap profile';
    if (CONTENTION.test(text)) return 'a contention profile';
    return WITH_SYMBOLS.test(text) ? 'a profile with symbols' : undefined;
  },
  sentence(path: string, form: string): string {
    const command = `${commandText(['pprof', '-proto', 'PROGRAM', path])} > ${commandText([`${path}.pb.gz`])}`;
    return `${path} is ${form} in gperftools' own form, which contains addresses and no functions. Convert it with "${command}", where PROGRAM is the measured program, and open the result.`;
  },
};
