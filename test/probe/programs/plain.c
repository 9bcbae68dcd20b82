/* A program without MPI. */
static volatile int sink;

static void leaf(int i)
{
    for (int k = 0; k <= i; k++)
        sink = k;
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        leaf(i);
    return 0;
}
