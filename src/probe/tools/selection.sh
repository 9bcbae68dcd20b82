# Which functions get hooks: the flags for a compiler, one a line. Read by trimtab-cc.
#
# Left out are the functions of headers, the system's and the program's own: accessors, operators and the like, which are
# called so often that recording them takes more time than what they do, and which compilers would inline. With clang it
# is what was inlined that is left out.
#
# TRIMTAB_INLINE_FUNCTIONS=1  those get hooks too, but for the system's (gcc)

newline='
'

# instrument_flags COMPILER ARGUMENTS...
instrument_flags() {
    selecting=$1
    shift
    case $("$selecting" --version 2>/dev/null | head -n 1) in
    *clang* | *oneAPI*)
        [ -z "${TRIMTAB_EXCLUDE_FUNCTIONS:-}" ] || cannot_select
        if [ -n "${TRIMTAB_INLINE_FUNCTIONS:-}" ]; then
            printf -- '-finstrument-functions\n'
        else
            printf -- '-finstrument-functions-after-inlining\n'
        fi
        ;;
    *flang* | *[Ii]ntel* | *IFX* | *[Cc]ray* | *nv*)
        [ -z "${TRIMTAB_EXCLUDE_FUNCTIONS:-}" ] || cannot_select
        printf -- '-finstrument-functions\n'
        ;;
    *)
        printf -- '-finstrument-functions\n'
        printf -- '-finstrument-functions-exclude-file-list=%s\n' "$(excluded_files "$@")"
        [ -z "${TRIMTAB_EXCLUDE_FUNCTIONS:-}" ] ||
            printf -- '-finstrument-functions-exclude-function-list=%s\n' "$TRIMTAB_EXCLUDE_FUNCTIONS"
        ;;
    esac
}

cannot_select() {
    printf 'trimtab-cc: no function is excluded: only gcc can do this\n' >&2
}

# Parts of names of files, by commas.
excluded_files() {
    list=/usr/include/,/usr/lib/
    if [ -z "${TRIMTAB_INLINE_FUNCTIONS:-}" ]; then
        # .h stands for .hh, .hpp and .hxx as well.
        for ending in .h .H .inl .ipp .tcc .tpp .txx; do
            names_a_source "$ending" "$@" || list=$list,$ending
        done
        case $list in
        *,.h | *,.h,*) ;;
        *) list=$list$(own_headers "$@") ;;
        esac
    fi
    printf '%s\n' "$list${TRIMTAB_EXCLUDE_FILES:+,$TRIMTAB_EXCLUDE_FILES}"
}

# Whether a source, as /home/j.hill/main.c, has this in its name: then it would be left out itself.
names_a_source() {
    part=$1
    shift
    for argument; do
        case $argument in
        -*) ;;
        *"$part"*.[cCfF] | *"$part"*.cc | *"$part"*.cpp | *"$part"*.cxx | *"$part"*.c++ | *"$part"*.for | *"$part"*.FOR | *"$part"*.ftn | *"$part"*.[fF][0-9][0-9]) return 0 ;;
        esac
    done
    return 1
}

# The headers that the sources include, each after a comma.
own_headers() {
    count=$# skip=no
    while [ "$count" -gt 0 ]; do
        argument=$1
        shift
        count=$((count - 1))
        case $skip,$argument in
        yes,*) skip=no ;;
        *,-o | *,-MF | *,-MT | *,-MQ) skip=yes ;;
        *,-c | *,-S | *,-M*) ;;
        *) set -- "$@" "$argument" ;;
        esac
    done
    "$selecting" -MM -w "$@" 2>/dev/null | tr ' \\' "$newline$newline" |
        grep -E '\.(h|H|hh|hpp|hxx|h\+\+|inl|ipp|tcc|tpp|txx)$' | sort -u | sed 's/,/\\,/g' |
        while read -r header; do printf ',%s' "$header"; done
}
