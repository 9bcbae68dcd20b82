def once(n):
    return n + 1


def main(n):
    total = 0
    for i in range(n):
        # Lines are told apart.
        total = total + \
            once(i) - i
    return total


print(main(4000000))
