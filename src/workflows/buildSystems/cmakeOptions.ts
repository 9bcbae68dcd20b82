/** An `option()` of a CMake project, with its written value by default. */
export interface CMakeOption {
  readonly name: string;
  readonly value: string;
}

/** The options that a CMakeLists.txt declares with a value. */
export function declaredOptions(text: string): CMakeOption[] {
  return [...text.matchAll(/\boption\s*\(\s*(\w+)\s+(?:"[^"]*"|\w+)\s+(\w+)\s*\)/gi)].map(
    ([, name = '', value = '']) => ({ name, value }),
  );
}
