! Module procedures and the module mpi; the marked lines are asserted by their marks.
module halo
contains
  subroutine swap(rank, size)
    use mpi
    integer, intent(in) :: rank, size
    integer :: ierr, a(10), b(10), status(MPI_STATUS_SIZE), requests(2)
    a = rank
    call MPI_Sendrecv(a, 10, MPI_INTEGER, mod(rank + 1, size), 3, b, 10, MPI_INTEGER, & ! MARK sendrecv
                      mod(rank + size - 1, size), 3, MPI_COMM_WORLD, status, ierr)
    call MPI_Irecv(b, 10, MPI_INTEGER, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, requests(1), ierr) ! MARK irecv
    call MPI_Isend(a, 10, MPI_INTEGER, mod(rank + 1, size), 4, MPI_COMM_WORLD, requests(2), ierr) ! MARK isend
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierr) ! MARK waitall
  end subroutine swap
end module halo

program heat
  use mpi
  use halo
  integer :: ierr, rank, size, copy
  double precision :: part, total
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  call swap(rank, size) ! MARK swap
  part = rank
  call MPI_Allreduce(part, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr) ! MARK allreduce
  call in_place(total)
  part = MPI_Wtime()
  call MPI_Comm_dup(MPI_COMM_WORLD, copy, ierr)
  call MPI_Comm_set_name(copy, 'a copy', ierr)
  call MPI_Barrier(copy, ierr)
  call MPI_Finalize(ierr)
end program heat

subroutine in_place(total)
  use mpi
  double precision :: total
  integer :: ierr
  call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
end subroutine in_place
