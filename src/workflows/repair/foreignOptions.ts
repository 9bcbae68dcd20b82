/** Options of compilers of other vendors and of accelerators, and what takes their place with gcc. */

/** By the whole option; '' where nothing takes its place. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^-(q?openmp|mp(=\w+)?|qsmp(=\S+)?|xopenmp|Kopenmp|homp|fopenmp=libiomp5)$/, '-fopenmp'],
  [/^-(fast|fastsse|Kfast|Ofast=\S+|qhot(=\S+)?)$/, '-O3'],
  [/^-(O4|O5)$/, '-O3'],
  [
    /^-(xHost|xhost|xAVX|xCORE-AVX\S*|xCORE-AVX512|xMIC-AVX512|xSSE\S*|axAVX|tp\S*|target-cpu=\S+|qarch=\S+)$/,
    '-march=native',
  ],
  [/^-(march|mcpu|mtune)=.*$/, '-march=native'],
  [/^-(r8|real-size|Mr8)$/, '-fdefault-real-8'],
  [/^-(i8|Mi8)$/, '-fdefault-integer-8'],
  [/^-(fpp|Mpreprocess|eZ|cpp|qpreprocessor)$/, '-cpp'],
  [/^-(extend[_-]source(=?\d+)?|Mextend|132)$/, '-ffixed-line-length-132'],
  [/^-(free|Mfree|Mfreeform|qfree(=f90)?|ffree)$/, '-ffree-form'],
  [/^-(fixed|Mfixed|qfixed(=\d+)?|ffixed)$/, '-ffixed-form'],
  [/^-(convert|Mbyteswapio)$/, '-fconvert=big-endian'],
  [/^-(std|qlanglvl)=c\+\+.*$/, '-std=c++17'],
  [/^-(c99)$/, '-std=c99'],
  [/^-(mkl|qmkl)(=\w+)?$/, '-lblas'],
];

/** Whether a word is an option of another compiler that gcc refuses or misreads. */
const CERTAIN =
  /^-(q?openmp|mp|Kopenmp|homp|xopenmp|fast|fastsse|Kfast|xHost|xhost|xAVX|xCORE-AVX\S*|xMIC-AVX\S*|xSSE\S*|axAVX\S*|fno-alias|ansi-alias|ipo|no-prec-div|no-ipo|fno-fnalias|vec-report\S*|qopt-\S+|opt-\S+|restrict|Minform\S*|Minfo\S*|Mipa\S*|qsmp\S*|qarch\S*|qtune\S*|qhot\S*|qstrict\S*|qsuffix\S*|hlist\S*|fp-model|diag-disable\S*|wd\d+|ww\d+|we\d+|Bstatic|heap-arrays\S*|align|assume|r8|i8|fpp|warn|traceback|check|inline-level\S*|ip|unroll\d*|override-limits|parallel|mkl\S*|qmkl\S*|offload-arch=\S+|fopenmp-targets=\S+|fgpu-rdc|hip-link|gencode\S*|Xptxas|expt-\S+|arch=sm_\S+|dc)$/;
/** Options whose value is the next word, if they are dropped. */
const WITH_VALUE = /^-(fp-model|align|assume|warn|check|convert|diag-disable|Xptxas|gencode|Xopenmp-target|x)$/;
/** The compiler's messages about options that it refuses. */
const REFUSALS: readonly RegExp[] = [
  /error: unrecognized command[- ]line option ['‘"`]([^'’"\s]+)/g,
  /error: unknown argument: ['‘"`]([^'’"\s]+)/g,
  /error: unsupported (?:option|argument) ['‘"`]([^'’"\s]+)/g,
  /error: unrecognized argument in option ['‘"`]([^'’"\s]+)/g,
  /error: ['‘"`]?(-[\w=+.-]+)['’"]? is not (?:valid|supported)/g,
];
const LANGUAGE = /error: (?:language not recognized: ['‘"`]?|language )(\w+)['’"]?(?: not recognized)?/g;
const BAD_VALUE = /error: bad value \(['‘"`]?([^'’")\s]+)['’"]?\) for ['‘"`](-\w+)=['’"]/g;
const WRONG_LEVEL = /error: unrecognized debug output level ['‘"`]?([^'’"\s]+)/g;

/** The options that compilers refused, as they were written. */
export function refusedOptions(output: string): ReadonlySet<string> {
  const plain = REFUSALS.flatMap((pattern) => [...output.matchAll(pattern)].map(([, option = '']) => option));
  const languages = [...output.matchAll(LANGUAGE)].map(([, name = '']) => `-x${name}`);
  const values = [...output.matchAll(BAD_VALUE)].map(([, value = '', option = '']) => `${option}=${value}`);
  const levels = [...output.matchAll(WRONG_LEVEL)].map(([, level = '']) => `-g${level}`);
  return new Set([...plain, ...languages, ...values, ...levels].filter((option) => /^-\S/.test(option)));
}

/** Returns the option of this machine for another one; '' if there is none. */
export function optionHere(option: string): string {
  return MEANINGS.find(([pattern]) => pattern.test(option))?.[1] ?? '';
}

/** Whether options are for accelerators. */
export const areForAccelerator = (options: Iterable<string>): boolean =>
  [...options].some((option) =>
    /^(--?offload|-fopenmp-targets|-Xopenmp-target|-fgpu|--hip|-x(hip|cu|cuda)$|-gencode|-arch=sm|-fopenacc|-acc\b|-cuda|-fsycl|--expt|-target-accel)/.test(
      option,
    ),
  );

/**
 * The words of a variable with the options of this machine.
 * @param refused options that the compiler refused; those of other compilers that are known are replaced with them
 */
export function wordsHere(value: string, refused: ReadonlySet<string>): string {
  const words = value.split(/\s+/).filter((word) => word !== '');
  const kept: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const next = words[index + 1] ?? '';
    const joined = word === '-x' && refused.has(`-x${next}`);
    if (!joined && !refused.has(word) && !CERTAIN.test(word.replace(/^--/, '-'))) {
      kept.push(word);
      continue;
    }
    if (joined || (WITH_VALUE.test(word) && next !== '' && !next.startsWith('-'))) index++;
    const here = joined ? '' : optionHere(word);
    if (here !== '' && !kept.includes(here)) kept.push(here);
  }
  return kept.join(' ');
}
