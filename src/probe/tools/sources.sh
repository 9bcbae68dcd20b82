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

# The compiler's options for a sanitizer; nothing without.
sanitizing() {
    [ -z "${TRIMTAB_SANITIZE:-}" ] || printf '%s\n' "$(words_of sanitize_flags) -fsanitize=$TRIMTAB_SANITIZE"
}

# generate WHAT FILE: makes a source of mpi-functions.txt, and of the preprocessed header in mpi.i.
generate() {
    awk -f "$here/tools/generate.awk" -v what="$1" "$gen/mpi.i" "$here/components/mpi/mpi-functions.txt" >"$gen/$2"
}
