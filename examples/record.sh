#!/bin/sh
# Records the runs kept in examples/*/recorded anew: record.sh [example…]
# The programs are built and run in temporary folders; the debug information names generic paths instead of theirs.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
probe=$here/../src/measurement/probe/trimtab-cc

# record EXAMPLE COMPILER-VARIABLE COMPILER FLAGS-VARIABLE PROGRAM [ARGUMENT…]
record() {
    example=$1 variable=$2 compiler=$3 flags=$4 program=$5
    shift 5
    folder=$(mktemp -d)
    cp "$here/$example/Makefile" "$here/$example/"*.[cf]* "$folder"
    make -s -B -C "$folder" "$variable=$probe $compiler" "$flags=-O2 -ffile-prefix-map=$folder=/trimtab/examples/$example"
    (cd "$folder" && TRIMTAB_EXPERIMENT_DIR=$folder/recorded mpirun -n 4 "./$program" "$@")
    rm -rf "$here/$example/recorded"
    mkdir "$here/$example/recorded"
    cp -R "$folder/recorded/traces.otf2" "$folder/recorded/traces.def" "$folder/recorded/traces" "$here/$example/recorded"
    rm -rf "$folder"
}

# Open MPI refuses to start more ranks than cores, and to be run by root, unless it is told that this is wanted.
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

[ $# -gt 0 ] || set -- heat2d-mpi sweep-mpi pingpong
for example in "$@"; do
    case $example in
        heat2d-mpi) record heat2d-mpi CC mpicc CFLAGS heat2d 2048 60 ;;
        sweep-mpi) record sweep-mpi FC mpifort FFLAGS sweep 6 ;;
        pingpong) record pingpong CC mpicc CFLAGS pingpong ;;
        *) echo "record.sh: no example is called $example" >&2; exit 2 ;;
    esac
done
