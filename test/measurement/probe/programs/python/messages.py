import time

from mpi4py import MPI

comm = MPI.COMM_WORLD
rank = comm.Get_rank()


def slow():
    time.sleep(0.2)


def exchange():
    if rank == 0:
        slow()
        comm.Send(bytearray(8), dest=1)  # MARK send
    else:
        comm.Recv(bytearray(8), source=0)  # MARK receive


def main():
    for _ in range(2):
        exchange()
    comm.Barrier()  # MARK barrier
    print(comm.allreduce(rank))


main()
