! Module and internal procedures, which compilers inline: each marked line is asserted by its mark.
module solver
  implicit none
  private
  public :: relax, descend
contains
  pure function smooth(x) result(y)
    double precision, intent(in) :: x
    double precision :: y
    y = 0.5d0 * x
  end function smooth

  subroutine relax(x)
    double precision, intent(inout) :: x
    x = x + 1
    x = smooth(x) ! MARK smooth
  end subroutine relax

  recursive subroutine descend(depth, x)
    integer, intent(in) :: depth
    double precision, intent(inout) :: x
    x = x + depth
    if (depth > 0) then
      call descend(depth - 1, x) ! MARK descend
    end if
  end subroutine descend
end module solver

program inlined
  use mpi
  use solver
  implicit none
  integer :: ierr
  double precision, volatile :: x
  call MPI_Init(ierr)
  x = 1
  call once() ! MARK once
  call MPI_Finalize(ierr)
contains
  subroutine once()
    double precision :: y
    y = x
    call relax(y) ! MARK relax
    call descend(2, y) ! MARK descend in once
    x = y
  end subroutine once
end program inlined
