# Read by the build scripts: the sources and flags in build.mk. `here` is the folder of the probe.

# words_of NAME
words_of() {
    sed -n "s/^$1 = //p" "$here/tools/build.mk"
}

# Paths relative to the folder of the probe. sources_of NAME
sources_of() {
    (cd "$here" && printf '%s\n' $(words_of "$1"))
}

# Of the lines on standard input, those that are no sources of the name. but_sources_of NAME
but_sources_of() {
    sources_of "$1" >"$gen/excluded"
    grep -vxF -f "$gen/excluded"
}

# For tests of the probe. Only libraries of GNU's sanitizers are shared, which those that are loaded into programs must be.
with_sanitizers() {
    [ -n "${TRIMTAB_SANITIZE:-}" ] && "$compiler" --version 2>/dev/null | grep -q 'Free Software Foundation'
}

# The compiler's options for sanitizers; nothing without.
sanitizing() {
    ! with_sanitizers || printf '%s\n' "$(words_of sanitize_flags) -fsanitize=$TRIMTAB_SANITIZE"
}

# Libraries of the sanitizers, one a line. They are loaded before the probe: constructors of other libraries may call its
# functions before the sanitizer is initialized, which happens with the first call of one of its functions.
sanitizer_libraries() {
    ! with_sanitizers || for sanitizer in $(printf '%s\n' "$TRIMTAB_SANITIZE" | tr , ' '); do
        case $sanitizer in
        address) "$compiler" -print-file-name=libasan.so ;;
        thread) "$compiler" -print-file-name=libtsan.so ;;
        undefined) "$compiler" -print-file-name=libubsan.so ;;
        esac
    done
}

# generate WHAT FILE: makes a source of mpi-functions.txt, and of the preprocessed header in mpi.i.
generate() {
    awk -f "$here/tools/generate.awk" -v what="$1" "$gen/mpi.i" "$here/components/mpi/mpi-functions.txt" >"$gen/$2"
}
