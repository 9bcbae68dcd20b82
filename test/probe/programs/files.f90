! Writes and reads files of records without and with format: files FOLDER
program files
  use mpi
  implicit none
  integer, parameter :: n = 5000
  double precision :: values(n), again(n)
  character(len=256) :: folder
  integer :: i, error
  call MPI_Init(error)
  call get_command_argument(1, folder)
  values = [(sqrt(dble(i)), i = 1, n)]
  open (10, file=trim(folder)//'/records.bin', form='unformatted', access='stream', status='replace')
  do i = 1, 4
     write (10) values ! MARK write
  end do
  close (10)
  open (11, file=trim(folder)//'/table.txt', status='replace')
  do i = 1, 100
     write (11, '(i6, f12.6)') i, values(i)
  end do
  close (11) ! MARK close
  open (10, file=trim(folder)//'/records.bin', form='unformatted', access='stream', status='old')
  do i = 1, 4
     read (10) again ! MARK read
  end do
  close (10)
  print '(a, l1)', 'same ', all(again == values)
  call MPI_Finalize(error)
end program files
