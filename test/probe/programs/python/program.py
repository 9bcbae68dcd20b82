"""Calls of all kinds: recursion, generators, exceptions, closures, classes, threads, and functions of other files."""
import os
import sys
import threading

import module


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def numbers(n):
    for i in range(n):
        yield i * i


class Solver:
    def __init__(self, size):
        self.size = size

    def solve(self):
        return sum(numbers(self.size)) + module.twice(self.size)


def fails(depth):
    if depth == 0:
        raise ValueError('too deep')
    fails(depth - 1)


def closure(n):
    def inner(x):
        return x + n

    return [inner(i) for i in range(n)]


def worker(n):
    return fib(n)


def profiled_by_itself():
    events = []
    sys.setprofile(lambda frame, event, argument: events.append(event))
    fib(3)
    sys.setprofile(None)
    return len(events)


def main(how):
    print(fib(10), Solver(20).solve(), closure(5))
    for _ in range(3):
        try:
            fails(4)
        except ValueError as error:
            print(error)
    if how == 'threads':
        threads = [threading.Thread(target=worker, args=(5,)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    if how == 'fork':
        child = os.fork()
        if child == 0:
            fib(5)
            os._exit(0)
        os.waitpid(child, 0)
    if how == 'profile':
        print(profiled_by_itself() > 5)
        fib(4)
    if how == 'exit':
        sys.exit(3)
    if how == 'crash':
        os.kill(os.getpid(), 11)
    if how == 'kill':
        os.kill(os.getpid(), 9)


main(sys.argv[1] if len(sys.argv) > 1 else '')
