/** Sources of the system, not of the program: the user cannot change a line there. */

/** Directories into which systems install headers and in which they build their libraries. */
const INSTALLED = /^\/(usr\/(include|lib|lib64|libexec|share|src)|lib|lib64|build)\//;

/** Names that the sources of compilers and of the C library have in debug information, whatever folder they were built in. */
const BUILT =
  /(^|\/)(glibc-\d|gcc-\d|libgomp\/|libstdc\+\+-v3\/|libgfortran\/|llvm-toolchain-|openmp\/runtime\/src\/|include\/c\+\+\/\d)/;

/** As glibc's own debug information has them: relative to the folder it was built in. */
const RELATIVE =
  /^(\.\.?\/)+(argp|csu|debug|elf|iconv|io|libio|locale|malloc|math|misc|nptl|posix|resolv|rt|setjmp|signal|stdio-common|stdlib|string|sunrpc|sysdeps|time|wcsmbs)\/[^/]+(\/.*)?\.[chS]$/;

/** Whether a file is one of the system's. @param path as the measurement wrote it */
export function isSystemFile(path: string): boolean {
  return INSTALLED.test(path) || BUILT.test(path) || RELATIVE.test(path);
}
