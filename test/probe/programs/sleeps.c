/* Sleeps three times in one function. */
#include <unistd.h>

__attribute__((noinline)) static void rest(void)
{
    for (int i = 0; i < 3; i++)
        usleep(10000); /* MARK usleep */
}

int main(void)
{
    rest();
    return 0;
}
