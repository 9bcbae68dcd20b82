/* Lines of a header that stand in several functions of the program. */
#include <stdexcept>

extern volatile long hits;
void between();

template <class T> struct Cell {
    T value;
    volatile T last;
    void add(T more)
    {
        between();
        hits = hits + 1; /* MARK template */
        last = more;     /* END template */
        value += more;
        between();
    }
};

inline int inlined(int a)
{
    between();
    hits = hits + 1; /* MARK inlined */
    hits = hits + 0; /* END inlined */
    a *= 3;
    between();
    return a;
}

inline int thrown(int a)
{
    hits = hits + 1; /* MARK thrown */
    if (a % 3 == 0)
        throw std::runtime_error("away");
    hits = hits + 0; /* END thrown */
    return a;
}
