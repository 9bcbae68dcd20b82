#!/bin/sh
# Records the runs kept in examples/*/recorded anew: record.sh [example…]
# The programs are built and run in /trimtab, so that the archives hold the same paths wherever they are recorded; only
# root can make that folder, so do it in a container. Nothing else should run meanwhile.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
probe=$here/../src/probe/trimtab-cc
top=/trimtab

# record EXAMPLE RANKS COMPILER-VARIABLE COMPILER PROGRAM [ARGUMENT…]; without ranks the program is started by itself
record() {
    example=$1 ranks=$2 variable=$3 compiler=$4 program=$5
    shift 5
    launcher="mpirun -n $ranks"
    [ "$ranks" -gt 0 ] || launcher=
    folder=$top/examples/$example
    mkdir -p "$folder"
    cp "$here/$example/Makefile" "$here/$example/"*.[cf]* "$folder"
    make -s -B -C "$folder" "$variable=$probe $compiler"
    (cd "$folder" && TRIMTAB_EXPERIMENT_DIR=$folder/recorded $launcher "./$program" "$@" >output.txt)
    rm -rf "$here/$example/recorded"
    mkdir "$here/$example/recorded"
    (cd "$folder/recorded" && cp -R ../output.txt traces.otf2 traces.def traces "$here/$example/recorded")
}

if [ -e "$top" ]; then
    echo "record.sh: $top exists already; remove it first if it is left over from an earlier recording" >&2
    exit 1
fi
mkdir "$top"
trap 'rm -rf "$top"' EXIT

export OMP_NUM_THREADS=2
# Open MPI refuses to start more ranks than cores, and to be run by root, unless it is told that this is wanted.
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

[ $# -gt 0 ] || set -- heat2d-mpi sweep-mpi pingpong jacobi-openmp hybrid
for example in "$@"; do
    case $example in
        heat2d-mpi) record heat2d-mpi 4 CC mpicc heat2d 2048 60 ;;
        sweep-mpi) record sweep-mpi 4 FC mpifort sweep 6 ;;
        pingpong) record pingpong 4 CC mpicc pingpong ;;
        jacobi-openmp) record jacobi-openmp 0 CC gcc jacobi ;;
        hybrid) record hybrid 2 FC mpifort hybrid ;;
        *) echo "record.sh: no example is called $example" >&2; exit 2 ;;
    esac
done
