"""Objects and buffers of mpi4py in all kinds of calls; who is late waits for a file that the others write."""
import os
import sys
import time
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
rank = comm.Get_rank()
other = 1 - rank


def ready(name):
    """Says that this rank is about to wait."""
    with open(name, "w"):
        pass


def work(name):
    """Is late: goes on when the other rank is about to wait, and a little later."""
    while not os.path.exists(name):
        time.sleep(0.01)
    time.sleep(0.02)


def objects(step):
    if rank == 0:
        work(f"objects{step}")
        comm.send({"step": step}, dest=1)  # MARK send
    else:
        ready(f"objects{step}")
        assert comm.recv(source=0) == {"step": step}  # MARK recv


def buffers(step):
    if rank == 0:
        work(f"buffers{step}")
        comm.Send([array("d", [step]), MPI.DOUBLE], dest=1)  # MARK Send
    else:
        data = array("d", [0])
        ready(f"buffers{step}")
        comm.Recv([data, MPI.DOUBLE], source=0)  # MARK Recv
        assert data[0] == step


def requests(step):
    data = array("d", [0])
    pending = comm.Irecv(data, source=other)  # MARK Irecv
    if rank == 0:
        work(f"requests{step}")
    else:
        ready(f"requests{step}")
    sent = comm.Isend(array("d", [step]), dest=other)  # MARK Isend
    MPI.Request.Waitall([pending, sent])  # MARK Waitall
    assert data[0] == step


def collectives(step):
    if rank == 0:
        work(f"barrier{step}")
    else:
        ready(f"barrier{step}")
    comm.Barrier()  # MARK Barrier
    total = array("d", [0])
    comm.Allreduce(array("d", [1]), total)  # MARK Allreduce
    assert total[0] == 2
    assert comm.bcast(step if rank == 0 else None) == step  # MARK bcast


def main():
    for step in range(3):
        objects(step)
        buffers(step)
        requests(step)
        collectives(step)


os.chdir(sys.argv[1])
main()
