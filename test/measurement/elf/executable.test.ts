import { execa } from 'execa';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readExecutable } from '../../../src/measurement/elf/executable.js';
import { temporaryFolder } from '../../experiments/support.js';

const hasCompiler = (await execa('gcc', ['--version'], { reject: false })).exitCode === 0;

describe.skipIf(!hasCompiler)('an executable', () => {
  let folder = '';
  let source = '';
  beforeEach(() => {
    folder = temporaryFolder();
    source = join(folder, 'a.c');
    writeFileSync(source, '#include <math.h>\nint main(int c, char **v) { (void)v; return (int)erfc(c); }\n');
  });

  it.each([[['-pie']], [['-no-pie']], [['-s']]])(
    'linked with %j names its libraries and what it takes of them',
    async (options) => {
      const program = join(folder, options.join(''));
      await execa('gcc', [
        ...options,
        '-o',
        program,
        source,
        '-Wl,--no-as-needed',
        '-lm',
        '-Wl,-rpath,/some/folder:$ORIGIN',
      ]);
      const found = readExecutable(program);
      expect(found?.needed).toEqual(['libm.so.6', 'libc.so.6']);
      expect(found?.libraryFolders).toEqual(['/some/folder', '$ORIGIN']);
      expect(found?.symbols.has('erfc')).toBe(true);
      expect(found?.symbols.has('MPI_Init')).toBe(false);
    },
  );

  it('is neither an object, nor a library, nor anything else', async () => {
    const object = join(folder, 'a.o');
    await execa('gcc', ['-c', '-o', object, source]);
    const library = join(folder, 'liba.so');
    await execa('gcc', ['-shared', '-fPIC', '-o', library, source]);
    expect(readExecutable(object)).toBeUndefined();
    expect(readExecutable(library)).toBeUndefined();
    expect(readExecutable(library, { libraries: true })?.symbols.has('erfc')).toBe(true);
    expect(readExecutable(source)).toBeUndefined();
    expect(readExecutable(join(folder, 'absent'))).toBeUndefined();
  });
});

describe('a damaged executable', () => {
  it('is none, or is empty, whatever its numbers claim', () => {
    const file = join(temporaryFolder(), 'x');
    const bytes = Buffer.alloc(64 + 56 * 2, 0xff);
    Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]).copy(bytes);
    bytes.writeUInt16LE(2, 16);
    bytes.writeBigUInt64LE(64n, 32);
    bytes.writeUInt16LE(56, 54);
    bytes.writeUInt16LE(2, 56);
    bytes.writeUInt32LE(1, 64);
    bytes.writeUInt32LE(2, 64 + 56);
    for (const size of [bytes.length, 100, 64, 20, 3, 0]) {
      writeFileSync(file, bytes.subarray(0, size));
      expect(readExecutable(file)?.needed ?? []).toEqual([]);
    }
  });
});
