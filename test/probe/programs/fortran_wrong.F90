! A program whose compiler tells the lines of some calls wrong, as gfortran does at times: here #line makes it so.
subroutine once
  use mpi
  implicit none
  integer :: ierr ! MARK declaration
#line 5
  call MPI_BARRIER(MPI_COMM_WORLD, ierr) ! MARK once
#line 9
end subroutine
subroutine twice
  use mpi
  implicit none
  integer :: ierr
#line 28
  call MPI_BARRIER(MPI_COMM_WORLD, ierr)
#line 28
  call MPI_BARRIER(MPI_COMM_WORLD, ierr)
#line 19
end subroutine
program wrong
  use mpi
  implicit none
  integer :: ierr
  call MPI_INIT(ierr)
#line 27
  call once ! MARK call of once
#line 28
  ! The line that the two barriers are said to stand on:
  call twice ! MARK call of twice
#line 20
  call MPI_FINALIZE(ierr) ! MARK finalize
end program
