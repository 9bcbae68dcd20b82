/* A library that is loaded while the program runs. */
#include <stdlib.h>
#include <string.h>

void *take(size_t bytes)
{
    char *block = malloc(bytes); /* MARK take */
    return block == NULL ? NULL : memset(block, 1, bytes);
}
