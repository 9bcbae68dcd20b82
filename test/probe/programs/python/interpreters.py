try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters


def f():
    return 1


inner = interpreters.create()
interpreters.run_string(inner, 'def inner(): return 2\nprint(inner())')
interpreters.destroy(inner)
print(f())
