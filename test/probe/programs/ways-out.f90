! Functions that return arrays, complex numbers and texts, recursion, and procedures inside of others.
module work
  implicit none
contains
  function smooth(a, n) result(b)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8) :: b(n)
    integer :: i
    b = a
    do i = 2, n - 1
      b(i) = (a(i-1) + 2 * a(i) + a(i+1)) / 4
    end do
  end function
  recursive function fib(n) result(f)
    integer, intent(in) :: n
    integer :: f
    if (n < 2) then
      f = n
    else
      f = fib(n - 1) + fib(n - 2)
    end if
  end function
  function spin(z, n) result(w)
    complex(8), intent(in) :: z
    integer, intent(in) :: n
    complex(8) :: w
    integer :: i
    w = (1d0, 0d0)
    do i = 1, n
      w = w * z + 1
    end do
  end function
  character(len=20) function name_of(n)
    integer, intent(in) :: n
    write (name_of, '(a,i0)') 'n', n
  end function
end module
program numbers
  use work
  implicit none
  real(8) :: a(50)
  integer :: i
  a = [(sin(real(i, 8)), i = 1, 50)]
  do i = 1, 20
    a = smooth(a, 50)
  end do
  print '(f20.15,i8)', sum(a), fib(20)
  print '(2f20.12)', spin((0.5d0, 0.25d0), 11)
  print '(a)', trim(name_of(42))
  call apply(inner)
contains
  subroutine inner(k)
    integer, intent(in) :: k
    integer :: j
    do j = 1, k
      a(j) = a(j) * k
    end do
    print '(i4,f20.12)', k, sum(a)
  end subroutine
  subroutine apply(f)
    interface
      subroutine f(k)
        integer, intent(in) :: k
      end subroutine
    end interface
    call f(5)
    call f(9)
  end subroutine
end program
