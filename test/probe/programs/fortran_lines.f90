! Calls whose lines compilers tell wrong: continued ones, two of one kind in a procedure that is inlined, one behind an
! array expression, and those of a program with OpenMP. Lines are marked at their ends.
module exchange_mod
  use mpi
  implicit none
contains
  subroutine exchange(left, right, a, n)
    integer, intent(in) :: left, right, n
    real(8), intent(inout) :: a(n, 2)
    integer :: req(2), ierr
    call MPI_IRECV(a(1, 1), n, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, req(1), ierr)
    call MPI_ISEND(a(1, 2), n, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, req(2), ierr)
    call MPI_WAITALL(1, req(1:1), MPI_STATUSES_IGNORE, ierr) ! MARK first waitall
    call MPI_WAITALL(1, req(2:2), MPI_STATUSES_IGNORE, ierr) ! MARK second waitall
  end subroutine
  subroutine total(a, n, s)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, 2)
    real(8), intent(out) :: s
    real(8) :: local(n)
    integer :: ierr
    local = a(:, 1)
    call MPI_ALLREDUCE(sum(local), s, 1, & ! MARK allreduce
         MPI_DOUBLE_PRECISION, MPI_SUM, &
         ! A comment between the lines of a statement.
         MPI_COMM_WORLD, ierr)
  end subroutine
end module
program lines
  use mpi
  use exchange_mod
  implicit none
  integer :: ierr, rank, size, i, n
  real(8), allocatable :: a(:, :)
  real(8) :: s
  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  call MPI_COMM_SIZE(MPI_COMM_WORLD, size, ierr)
  n = 1000
  allocate(a(n, 2))
  a = rank
  call exchange(mod(rank + size - 1, size), mod(rank + 1, size), a, n) ! MARK exchange
  call total(a, n, s) ! MARK total
  !$omp parallel private(i) ! MARK parallel
  !$omp master
  call MPI_BARRIER(MPI_COMM_WORLD, ierr) ! MARK barrier
  !$omp end master
  !$omp do
  do i = 1, n
    a(i, 1) = a(i, 1) * 2
  end do
  !$omp end do
  !$omp end parallel
  if (rank == 0) then
    call MPI_SEND(s, 1, & ! MARK send
      MPI_DOUBLE_PRECISION, &
      1, 5, MPI_COMM_WORLD, ierr)
  else if (rank == 1) then
    call MPI_RECV(s, 1, & ! MARK recv
      MPI_DOUBLE_PRECISION, &
      0, 5, &
      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  end if
  if (s < 0) print *, s
  call MPI_FINALIZE(ierr) ! MARK finalize
end program
