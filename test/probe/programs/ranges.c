/* Ranges of lines whose visits are known. */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#define KEEP __attribute__((noinline))

volatile int sink;

/* Visited once an iteration, also by those that leave early. */
KEEP int loops(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sink = i;
        if (sink < 0) /* MARK body */
            break;
        if (sink % 3 == 1)
            continue;
        sink += 2; /* END body */
        sum += sink;
    }
    return sum;
}

KEEP int leaves(int a)
{
    sink = a;
    if (sink > 20) /* MARK leaves */
        return sink * 3;
    sink++; /* END leaves */
    return sink;
}

KEEP int switches(int a)
{
    switch (a % 7) {
    case 0: sink = 9; break;
    case 1:
        sink = 1; /* MARK switch */
        break;
    case 2: sink = 2; break;
    case 3: sink = 3; break;
    case 4: sink = 5; break;
    case 5: sink *= 3; /* END switch */
        break;
    default: sink = 7;
    }
    return sink;
}

KEEP int recursion(int n)
{
    if (n <= 0)
        return 0;
    sink = n;
    sink += recursion(n - 1); /* MARK recursion */ /* END recursion */
    return sink;
}

KEEP int whole(int n)
{
    int sum = 0;
    sink = n;
    for (int i = 0; i < n; i++) /* MARK whole loop */
        for (int k = 0; k < i; k++)
            sum += sink; /* END whole loop */
    return sum;
}

static jmp_buf place;

KEEP void jumps(int n)
{
    if (n > 2)
        longjmp(place, n);
    sink = n;
}

KEEP int jumped(int n)
{
    if (setjmp(place) != 0)
        return -1;
    sink = n;
    jumps(n); /* MARK jumped */ /* END jumped */
    return sink;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += loops(9) + whole(i);
    for (int i = 0; i < 40; i++)
        sum += leaves(i);
    for (int i = 0; i < 49; i++)
        sum += switches(i);
    for (int i = 0; i < 6; i++)
        sum += recursion(i) + jumped(i);
    char caught[] = "x"; /* MARK caught */ /* END caught */
    sum += (int)strlen(caught);
    printf("%d\n", sum);
    return 0;
}
