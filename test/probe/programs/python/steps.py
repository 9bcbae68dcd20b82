"""Generators that are closed and thrown into, and coroutines that end by exceptions."""
import asyncio


def numbers(n):
    try:
        for i in range(n):
            yield i
    finally:
        pass


async def step(i):
    await asyncio.sleep(0)
    if i % 3 == 0:
        raise KeyError(i)
    return i


async def main():
    results = await asyncio.gather(*(step(i) for i in range(9)), return_exceptions=True)
    print(results)
    closed = numbers(5)
    next(closed)
    closed.close()
    thrown = numbers(5)
    next(thrown)
    try:
        thrown.throw(ValueError('thrown'))
    except ValueError as error:
        print(error)
    print(list(numbers(3)))


asyncio.run(main())
