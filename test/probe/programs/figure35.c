int x, y;
int __attribute__((noinline)) f(int a, int b, int c, int d)
{
  int w, z;

  x = a + a * (b - c);
  y = (b - c) * d;
  z = x + y;

  w = 5*z+6;

  return w;
}

int main(void)
{
    return (f(1, 2, 3, 4) + f(2, 3, 4, 5) + f(3, 4, 5, 6)) & 1;
}
