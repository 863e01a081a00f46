import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const interestOf = (...lines: string[]): string | null =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest;

describe('the first frame of the program', () => {
  it('of Python, below a library', () => {
    expect(interestOf(
      'Traceback (most recent call last):', '  File "/app/main.py", line 9, in <module>', '    run()',
      '  File "/app/load.py", line 31, in run', '    get(url)',
      '  File "/usr/lib/python3.11/site-packages/requests/api.py", line 73, in get', '    return request(url)',
      'requests.exceptions.ConnectionError: refused',
    )).toBe('It is requests.exceptions.ConnectionError: "refused", raised at api.py:73 (get), reached from load.py:31 '
      + '(run).');
  });

  it('of Go is no place in the timer of go test: it names the tests that ran', () => {
    expect(interestOf('panic: test timed out after 10m0s', 'running tests:', '\tTestReplay (9m59s)', '',
      'goroutine 34 [running]:', 'testing.(*M).startAlarm.func1()',
      '\t/usr/local/go/src/testing/testing.go:2366 +0x385',
      'created by time.goFunc', '\t/usr/local/go/src/time/sleep.go:177 +0x2d'))
      .toBe('It crashed with "panic: test timed out after 10m0s". go test ended the run at its time limit. Still '
        + 'running was TestReplay (9m59s). Raise the limit with go test -timeout (the limit was 10m0s; 0 is none). If '
        + 'it never ends, see in the stacks what it waits for.');
  });

  it('of Java, in the frames of the last cause', () => {
    expect(interestOf(
      'Exception in thread "main" java.lang.RuntimeException: no', '\tat com.shop.Main.main(Main.java:9)',
      'Caused by: java.util.NoSuchElementException: empty',
      '\tat java.base/java.util.ArrayList$Itr.next(ArrayList.java:1000)', '\tat com.shop.Cart.first(Cart.java:12)',
      '\t... 1 more',
    )).toContain(', thrown at ArrayList.java:1000 (ArrayList$Itr.next), reached from Cart.java:12 (Cart.first).');
  });

  it('of Rust, where the panic is in its library', () => {
    expect(interestOf(
      "thread 'main' panicked at library/core/src/option.rs:2000:5:", 'called `Option::unwrap()` on a `None` value',
      'stack backtrace:', '   0: rust_begin_unwind', '             at /rustc/90b35a6/library/std/src/panic.rs:597:5',
      '   1: core::panicking::panic', '             at /rustc/90b35a6/library/core/src/panicking.rs:117:5',
      '   2: shop::first::h0123456789abcdef', '             at ./src/cart.rs:12:9', '   3: shop::main',
      '             at ./src/main.rs:4:5',
    )).toContain('in library/core/src/option.rs:2000, reached from cart.rs:12 (shop::first).');
  });

  it('of C++, whose exception has a message', () => {
    expect(interestOf("terminate called after throwing an instance of 'std::out_of_range'",
      '  what():  vector::_M_range_check: __n (which is 3) >= this->size() (which is 3)', 'Aborted (core dumped)'))
      .toBe('It ended with an exception that nothing caught: std::out_of_range, "vector::_M_range_check: __n (which is '
        + '3) >= this->size() (which is 3)".');
  });

  it('of C++, below the frames that end it', () => {
    expect(interestOf(
      '#0  __GI_raise (sig=6) at ../sysdeps/unix/sysv/linux/raise.c:51',
      '#1  0x00007f11 in __GI_abort () at abort.c:79',
      '#2  0x00007f12 in __gnu_cxx::__verbose_terminate_handler() () from /lib/libstdc++.so.6',
      '#3  0x00007f13 in __cxa_throw () from /lib/libstdc++.so.6',
      '#4  0x00007f14 in std::__throw_out_of_range(char const*) () from /lib/libstdc++.so.6',
      '#5  0x00005555 in first (cart=...) at src/cart.cpp:12', '#6  0x00005556 in main () at src/main.cpp:4',
    )).toBe('It ended itself, as after an exception or a failed check, in first (cart.cpp:12). It has 1 thread, in '
      + '__GI_raise.');
    expect(interestOf('#0  0x00007f14 in std::sort () from /lib/libstdc++.so.6',
      '#1  0x00005555 in first (cart=...) at src/cart.cpp:12')).not.toContain('ended itself');
  });
});
