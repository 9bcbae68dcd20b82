# Sources and flags of the probe, for each of its programs. The Makefile includes this file; the build scripts, which need no
# make, take lines `NAME = WORDS` from it (sources.sh). A name has one line. Patterns of sources are relative to src/probe.

flags = -std=gnu11 -D_GNU_SOURCE -Wall -Wextra
# Behind the others, with a sanitizer (TRIMTAB_SANITIZE).
sanitize_flags = -g -O1 -fno-omit-frame-pointer -fno-sanitize-recover=all

# libtrimtab-probe.so, with each MPI or without any
runtime_sources = components.c core/*.c fold/*.c components/*/*.c
runtime_flags = -fPIC -fvisibility=hidden -O2 -g
runtime_link = -shared -Wl,--no-as-needed -Wl,-soname,libtrimtab-probe.so
runtime_libraries = -lpthread -ldl
runtime_mpi_sources = components/mpi/*.c
runtime_mpi_includes = components/mpi
runtime_no_mpi_flags = -DTT_NO_MPI
# Sleds call these (x86-64): the program expects all but general registers to stay.
hook_sources = components/functions/registers.c components/functions/hooks.c components/counters/worth.c
hook_flags = -mgeneral-regs-only
# These are never compiled with ThreadSanitizer: they write code, or run in threads before it is ready there. It also calls its
# library at each access, which changes vector registers in what sleds call.
untraced_sources = components/functions/patch.c components/memory/*.c
# Generated wrappers. Those of Fortran are a thousand small functions: optimizing them less saves most of the build's time.
wrapper_flags = -fPIC -fvisibility=hidden -O2
fortran_flags = -fPIC -fvisibility=hidden -O1

# trimtab-sleds.o, a part of programs with sleds
sled_sources = components/functions/program/sled-module.c
sled_flags = -fPIC -fvisibility=hidden -O2

# trimtab-finish
finisher_sources = finish/*.c finish/*/*.c fold/*.c
finisher_flags = -O2 -g

# as, the filter in front of the assembler
assembler_sources = assembler/*.c
assembler_flags = -O2
