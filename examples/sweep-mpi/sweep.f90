! sweep: particles stream through a box and are scattered in it; solved by wavefront sweeps, in parallel with MPI.
!
! The box is a grid of cells, cut into columns over a 2-D grid of ranks: each rank owns nx x ny cells in the plane and
! all nz planes. A sweep goes through the box from one of its eight corners. A cell needs the flux that flows in from
! its three upstream neighbours, so a rank can begin a block of planes only when the ranks upstream have done theirs:
! the ranks form a pipeline. Thin blocks fill the pipeline soon, thick blocks leave the ranks downstream waiting.
!
! Usage: sweep [iterations [planes per block [cells per edge of a rank's columns]]]

module transport
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi_f08
  implicit none
  private
  public :: box, set_up, sweep_box, scatter, planes

  integer, parameter :: planes = 64
  integer, parameter :: angles = 4
  integer, parameter :: tag_x = 1, tag_y = 2
  real(real64), parameter :: absorption = 1.0_real64, scattering = 0.5_real64

  ! One rank's columns of cells.
  type :: box
    integer :: nx, ny, planes_per_block
    integer :: rank
    type(MPI_Comm) :: grid
    real(real64), allocatable :: source(:, :, :)  ! (nx, ny, planes)
    real(real64), allocatable :: flux(:, :, :)    ! (nx, ny, planes), summed over all directions
    ! What flows through the faces of the columns in the block at hand.
    real(real64), allocatable :: face_x(:, :, :)  ! (angles, ny, planes per block)
    real(real64), allocatable :: face_y(:, :, :)  ! (angles, nx, planes per block)
    real(real64), allocatable :: face_z(:, :, :)  ! (angles, nx, ny)
  end type box

contains

  ! Places this rank in a 2-D grid of ranks and fills its columns with the source of particles.
  subroutine set_up(b, edge, planes_per_block)
    type(box), intent(out) :: b
    integer, intent(in) :: edge, planes_per_block
    integer :: ranks, dims(2)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    dims = 0
    call MPI_Dims_create(ranks, 2, dims)
    call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, [.false., .false.], .false., b%grid)
    call MPI_Comm_rank(b%grid, b%rank)
    b%nx = edge
    b%ny = edge
    b%planes_per_block = planes_per_block
    allocate (b%source(edge, edge, planes), b%flux(edge, edge, planes))
    allocate (b%face_x(angles, edge, planes_per_block), b%face_y(angles, edge, planes_per_block))
    allocate (b%face_z(angles, edge, edge))
    b%source = 1.0_real64
    b%flux = 0.0_real64
  end subroutine set_up

  ! One sweep from each of the eight corners of the box; the flux of all is summed.
  subroutine sweep_box(b)
    type(box), intent(inout) :: b
    integer :: step_x, step_y, step_z
    b%flux = 0.0_real64
    do step_y = 1, -1, -2
      do step_x = 1, -1, -2
        do step_z = 1, -1, -2
          call sweep_corner(b, step_x, step_y, step_z)
        end do
      end do
    end do
  end subroutine sweep_box

  ! Sweeps the rank's columns block by block; the steps, 1 or -1, say towards which corner.
  subroutine sweep_corner(b, step_x, step_y, step_z)
    type(box), intent(inout) :: b
    integer, intent(in) :: step_x, step_y, step_z
    integer :: west, east, south, north, first
    call MPI_Cart_shift(b%grid, 0, step_x, west, east)
    call MPI_Cart_shift(b%grid, 1, step_y, south, north)
    b%face_z = 0.0_real64
    do first = 1, planes, b%planes_per_block
      call receive_inflow(b, west, south)
      call solve_block(b, first, step_x, step_y, step_z)
      call send_outflow(b, east, north)
    end do
  end subroutine sweep_corner

  ! Waits for the flux from the ranks upstream; nothing flows in at the edge of the box.
  subroutine receive_inflow(b, west, south)
    type(box), intent(inout) :: b
    integer, intent(in) :: west, south
    b%face_x = 0.0_real64
    b%face_y = 0.0_real64
    call MPI_Recv(b%face_x, size(b%face_x), MPI_DOUBLE_PRECISION, west, tag_x, b%grid, MPI_STATUS_IGNORE)
    call MPI_Recv(b%face_y, size(b%face_y), MPI_DOUBLE_PRECISION, south, tag_y, b%grid, MPI_STATUS_IGNORE)
  end subroutine receive_inflow

  subroutine send_outflow(b, east, north)
    type(box), intent(in) :: b
    integer, intent(in) :: east, north
    call MPI_Send(b%face_x, size(b%face_x), MPI_DOUBLE_PRECISION, east, tag_x, b%grid)
    call MPI_Send(b%face_y, size(b%face_y), MPI_DOUBLE_PRECISION, north, tag_y, b%grid)
  end subroutine send_outflow

  ! Carries the flux through one block of planes, cell by cell in the direction of the sweep.
  subroutine solve_block(b, first, step_x, step_y, step_z)
    type(box), intent(inout) :: b
    integer, intent(in) :: first, step_x, step_y, step_z
    integer :: i, j, k, plane, n, x, y, last
    real(real64) :: cosine, centre, share
    last = min(b%planes_per_block, planes - first + 1)
    do k = 1, last
      plane = merge(first + k - 1, planes + 2 - first - k, step_z > 0)
      do j = 1, b%ny
        y = merge(j, b%ny + 1 - j, step_y > 0)
        do i = 1, b%nx
          x = merge(i, b%nx + 1 - i, step_x > 0)
          do n = 1, angles
            cosine = (n - 0.5_real64) / angles
            share = absorption + scattering + 2.0_real64 + cosine
            centre = (b%source(x, y, plane) + b%face_x(n, y, k) + b%face_y(n, x, k) + cosine * b%face_z(n, x, y)) / share
            b%face_x(n, y, k) = centre
            b%face_y(n, x, k) = centre
            b%face_z(n, x, y) = centre
            b%flux(x, y, plane) = b%flux(x, y, plane) + centre / (8 * angles)
          end do
        end do
      end do
    end do
  end subroutine solve_block

  ! Turns scattered particles into the source of the next iteration. Returns its largest change, over the whole box.
  function scatter(b) result(change)
    type(box), intent(inout) :: b
    real(real64) :: change, largest
    integer :: x, y, z
    real(real64) :: scattered
    largest = 0.0_real64
    do z = 1, planes
      do y = 1, b%ny
        do x = 1, b%nx
          scattered = 1.0_real64 + scattering * b%flux(x, y, z)
          largest = max(largest, abs(scattered - b%source(x, y, z)))
          b%source(x, y, z) = scattered
        end do
      end do
    end do
    call MPI_Allreduce(largest, change, 1, MPI_DOUBLE_PRECISION, MPI_MAX, b%grid)
  end function scatter

end module transport

program sweep
  use, intrinsic :: iso_fortran_env, only: real64, error_unit
  use mpi_f08
  use transport
  implicit none

  real(real64), parameter :: tolerance = 1.0e-8_real64
  type(box) :: b
  integer :: iterations, planes_per_block, edge, iteration
  real(real64) :: change

  call MPI_Init()
  iterations = argument(1, 12)
  planes_per_block = argument(2, planes)
  edge = argument(3, 80)
  if (min(iterations, planes_per_block, edge) < 1 .or. planes_per_block > planes) then
    write (error_unit, '(a,i0)') 'sweep: every argument must be at least 1, and the planes per block at most ', planes
    call MPI_Abort(MPI_COMM_WORLD, 2)
  end if
  call set_up(b, edge, planes_per_block)
  do iteration = 1, iterations
    call sweep_box(b)
    change = scatter(b)
    if (change < tolerance) exit
  end do
  if (b%rank == 0) print '(a,i0,a,es12.6)', 'sweep: ', min(iteration, iterations), ' iterations, last change ', change
  call MPI_Finalize()

contains

  ! The n-th argument of the command line as a number; the default where it is missing, 0 where it is no number.
  integer function argument(n, default)
    integer, intent(in) :: n, default
    character(len=32) :: text
    integer :: status
    argument = default
    if (command_argument_count() < n) return
    call get_command_argument(n, text)
    read (text, *, iostat=status) argument
    if (status /= 0) argument = 0
  end function argument

end program sweep
