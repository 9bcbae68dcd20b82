/* Says for each line of standard input whether it is a request to a run: `ok KIND AT`, or `COLUMN TEXT`. */
#include <stdio.h>
#include <string.h>

#include "components/live/grammar.h"

int main(void)
{
    static char line[1 << 16];
    struct tt_request request;
    struct tt_fault fault;
    while (fgets(line, sizeof line, stdin) != NULL) {
        size_t length = strlen(line);
        length -= length > 0 && line[length - 1] == '\n';
        if (tt_read_request(line, length, &request, &fault))
            printf("ok %d %llu %s\n", (int)request.kind, (unsigned long long)request.at, request.text);
        else
            printf("%u %s\n", fault.column, fault.text);
    }
    return 0;
}
