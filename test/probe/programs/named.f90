! Procedures of several kinds of names, each called once.
module rather_long
  implicit none
  double precision :: sink = 0
contains
  subroutine work(n)
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      sink = sink + i * 1.5d0
    end do
  end subroutine work

  subroutine tiny(n)
    integer, intent(in) :: n
    call work(n)
  contains
  end subroutine tiny

  double precision function measured(n)
    integer, intent(in) :: n
    call inner(n)
    measured = sink
  contains
    subroutine inner(m)
      integer, intent(in) :: m
      integer :: i
      do i = 1, m
        sink = sink + i * 2.5d0
      end do
    end subroutine inner
  end function measured
end module rather_long

subroutine outside(n)
  use rather_long
  implicit none
  integer, intent(in) :: n
  call tiny(n)
end subroutine outside

program named
  use rather_long
  implicit none
  call outside(10)
  print *, measured(20)
end program named
