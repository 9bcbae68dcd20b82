def twice(n):
    return once(n) + once(n)


def once(n):
    return n
