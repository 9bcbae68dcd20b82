# Makes C sources from mpi-functions.txt.
#
#   awk -f generate.awk -v what=functions mpi-functions.txt                    mpi_functions.h
#   awk -f generate.awk -v what=regions   mpi-functions.txt                    mpi_regions.h (for the finisher)
#   awk -f generate.awk -v what=real      preprocessed-mpi.h mpi-functions.txt mpi_real.h
#   awk -f generate.awk -v what=wrappers  preprocessed-mpi.h mpi-functions.txt mpi_wrappers.c
#   awk -f generate.awk -v what=fortran   preprocessed-mpi.h mpi-functions.txt mpi_fortran.c
#
# Functions that the MPI at hand does not declare are left out of the wrappers; numbers stay.

BEGIN {
    if (what == "functions")
        print "enum tt_mpi_function {"
    if (what == "regions")
        print "static const struct { const char *name, *role; } tt_mpi_regions[] = {"
    if (what == "wrappers" || what == "fortran")
        print "#include \"" (what == "fortran" ? "fortran.h" : "wrap.h") "\"\n"
    number = 0
}

# The preprocessed header: note every name that is called or declared like a function.
FILENAME !~ /mpi-functions\.txt$/ {
    line = $0
    while (match(line, /PMPI_[A-Za-z0-9_]+[ ]*\(/)) {
        name = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        gsub(/[ (]/, "", name)
        declared[substr(name, 6)] = 1
    }
    next
}

/^#/ || NF == 0 { next }

{
    split($0, column, / \| /)
    role = column[1]
    split(column[2], kind, " ")
    extra = column[2]
    sub(/^[a-z-]+ */, "", extra)
    parse_prototype(column[3])
    if (what == "functions")
        printf "    TT_FN_%s = %d,\n", name, number
    else if (what == "regions")
        printf "    {\"MPI_%s\", \"%s\"},\n", name, role
    else if (declared[name] && what == "real")
        printf "TT_REAL(%s)\n", name
    else if (declared[name] && what == "wrappers")
        wrapper()
    else if (declared[name] && what == "fortran")
        fortran()
    number++
}

END {
    if (what == "functions") {
        printf "    TT_MPI_FUNCTIONS = %d\n};\n", number
    } else if (what == "regions") {
        print "};"
    } else if (what == "wrappers") {
        real_functions()
    }
}

# Sets: returns, name, parameters (text), names (comma separated), count, strings.
function parse_prototype(text,    open, i, n, part, word) {
    open = index(text, "(")
    n = split(substr(text, 1, open - 1), word, " ")
    returns = word[1]
    name = word[2]
    parameters = substr(text, open + 1, length(text) - open - 1)
    names = ""
    count = strings = 0
    if (parameters == "void")
        return
    n = split(parameters, part, ",")
    for (i = 1; i <= n; i++) {
        if (part[i] ~ /char/)
            strings++
        if (part[i] ~ /\.\.\./)
            continue
        gsub(/\[[^\]]*\]/, "", part[i])
        match(part[i], /[A-Za-z_0-9]+ *$/)
        word[1] = substr(part[i], RSTART)
        names = names (count++ ? ", " : "") word[1]
    }
}

function enter_type() {
    return kind[1] ~ /^(coll|comm|window|win-coll|hand-coll)$/ ? "TT_MPI_ENTER_COLL" : "TT_MPI_ENTER"
}

function wrapper() {
    list[++listed] = name
    if (kind[1] ~ /^hand/)
        return
    printf "TT_API %s MPI_%s(%s)\n{\n", returns, name, parameters
    printf "    struct tt_thread *t = tt_mpi_enter(TT_FN_%s, TT_SITE, %s);\n", name, enter_type()
    if (kind[1] == "send")
        print "    if (t != NULL)\n        tt_send(t, comm, dest, tag, count, datatype);"
    if (kind[1] == "isend")
        print "    uint64_t id = t != NULL ? tt_isend(t, comm, dest, tag, count, datatype) : 0;"
    if (kind[1] == "icoll")
        print "    uint64_t id = t != NULL ? tt_icoll(t) : 0;"
    if (kind[1] == "comm")
        printf "    struct tt_creation made = tt_comm_creating(t, %s);\n", kind[2]
    if (kind[1] == "window")
        print "    struct tt_creation made = tt_win_creating(t, comm);"
    if (kind[1] == "rma")
        one_sided()
    if (kind[1] == "file-close")
        print "    uint32_t handle = t != NULL ? tt_file_closing(*fh) : 0;"
    printf "    %s outcome = tt_real.%s(%s);\n", returns, name, names
    if (kind[1] == "isend")
        print "    if (t != NULL && outcome == MPI_SUCCESS)\n        tt_isend_posted(*request, id);"
    if (kind[1] == "send_init")
        print "    if (t != NULL && outcome == MPI_SUCCESS)\n        tt_send_init(*request, comm, dest, tag, count, datatype);"
    if (kind[1] == "request")
        print "    if (t != NULL && outcome == MPI_SUCCESS)\n        tt_request_other(*request);"
    if (kind[1] == "comm")
        printf "    tt_comm_created(t, &made, outcome == MPI_SUCCESS ? *%s : MPI_COMM_NULL);\n", kind[3]
    if (kind[1] == "window")
        printf "    tt_win_created(t, &made, outcome == MPI_SUCCESS ? *win : MPI_WIN_NULL, TT_OP_%s);\n", kind[2]
    if (kind[1] == "rma" && names ~ /, request$/)
        print "    if (t != NULL && outcome == MPI_SUCCESS)\n        tt_win_rop_posted(*request, win, id);"
    if (kind[1] ~ /^win(-coll)?$/)
        printf "    if (t != NULL && outcome == MPI_SUCCESS)\n        tt_win_%s;\n", extra
    if (kind[1] == "coll" || kind[1] == "icoll")
        collective()
    if (kind[1] == "file")
        printf "    if (t != NULL)\n        tt_file_moved(t, fh, TT_FILE_%s, %s, outcome == MPI_SUCCESS);\n", kind[2], \
            kind[2] == "FLUSH" ? "0, MPI_BYTE, MPI_STATUS_IGNORE" : "count, datatype, status"
    if (kind[1] == "file-start")
        printf "    if (t != NULL && outcome == MPI_SUCCESS)\n        tt_file_started(t, fh, TT_FILE_%s, count, datatype, *request);\n", \
            kind[2]
    if (kind[1] == "file-begin")
        printf "    if (t != NULL && outcome == MPI_SUCCESS)\n        tt_file_begun(t, fh, TT_FILE_%s, count, datatype);\n", kind[2]
    if (kind[1] == "file-end")
        print "    if (t != NULL)\n        tt_file_ended(t, fh, status, outcome == MPI_SUCCESS);"
    if (kind[1] == "file-open")
        print "    if (t != NULL && outcome == MPI_SUCCESS)\n        tt_file_opened(t, *fh, filename, amode);"
    if (kind[1] == "file-close")
        print "    if (t != NULL)\n        tt_file_closed(t, handle);"
    printf "    tt_mpi_leave(t);\n    return outcome;\n}\nTT_ALIAS(%s)\n\n", name
}

# Those that give a request (MPI_Rput and so on) have an id by which their completion is known.
function one_sided(    bytes) {
    bytes = rma_bytes(kind[3]) ", " rma_bytes(kind[4])
    if (names ~ /, request$/)
        printf "    uint64_t id = t != NULL ? tt_win_rop(t, win, target_rank, TT_WIN_%s, %s) : 0;\n", kind[2], bytes
    else
        printf "    if (t != NULL)\n        tt_win_op(t, win, target_rank, TT_WIN_%s, %s);\n", kind[2], bytes
}

# Bytes that a one-sided operation moves one way.
function rma_bytes(what,    bytes) {
    if (what == "-")
        return "0"
    if (what ~ /one$/)
        bytes = "tt_bytes_of(1, datatype)"
    else if (what == "result")
        bytes = "tt_bytes_of(result_count, result_datatype)"
    else
        bytes = "tt_bytes_of(origin_count, origin_datatype)"
    return what ~ /^operand/ ? "op != MPI_NO_OP ? " bytes " : 0" : bytes
}

function collective(    args) {
    args = extra
    sub(/^[A-Z_]+ +[a-z-]+ +comm/, "c", args)
    printf "    if (t != NULL%s) {\n", kind[1] == "icoll" ? " && outcome == MPI_SUCCESS" : ""
    print "        const struct tt_comm *c = tt_comm_find(comm);"
    printf "        tt_%s, TT_OP_%s, c, %s, tt_bytes_%s(%s));\n    }\n", \
        kind[1] == "coll" ? "coll_end(t" : "icoll_posted(*request, id", kind[2], root(), tolower(kind[2]), args
}

function root() {
    return kind[3] == "-" ? "TT_ROOT_NONE" : "tt_root(" kind[3] ")"
}

# The library's own functions, found behind ours in the order of loading.
function real_functions(    i) {
    print "struct tt_real tt_real;\n"
    print "void tt_load_real(void)\n{"
    for (i = 1; i <= listed; i++)
        printf "    TT_LOAD(%s);\n", list[i]
    print "}"
}

# Fortran: mpi_x_ (mpif.h, use mpi) and the specific procedures of mpi_f08.
function fortran(    i, n, types, args, suffixes, s) {
    n = count + 1 + strings
    types = args = ""
    for (i = 1; i <= n; i++) {
        types = types (i > 1 ? ", " : "") "void *a" i
        args = args (i > 1 ? ", " : "") "a" i
    }
    # Only a choice of types (void *) makes a procedure that takes descriptors (_f08ts).
    split("_ _f08_ _f08ts_", suffixes, " ")
    for (s = 1; s <= (parameters ~ /void \*/ ? 3 : 2); s++)
        printf "TT_FORTRAN_%s(mpi_%s%s, TT_FN_%s, %s, (%s), (%s))\n", returns == "double" ? "DOUBLE" : "VOID", \
            tolower(name), suffixes[s], name, enter_type(), types, args
}
