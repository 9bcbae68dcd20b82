/* Where call paths of a profile are in its tree. */
#include "profile.h"

uint32_t visited_above(const struct profile *p, uint32_t path)
{
    do
        path = p->paths[path].parent;
    while (path != NO_PATH && p->paths[path].is_caller);
    return path;
}
