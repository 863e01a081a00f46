import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demangled } from './demangle.ts';

describe('names of C++', () => {
  it.each([
    ['_Z5alphav', 'alpha()'], ['__Z5alphav', 'alpha()'], ['_ZN3foo3barEi', 'foo::bar(int)'],
    ['_ZNK3foo3Bar3getEPKcm', 'foo::Bar::get(char const*, unsigned long) const'],
    ['_ZN3FooC2ERKS_', 'Foo::Foo(Foo const&)'], ['_ZN3FooD1Ev', 'Foo::~Foo()'],
    ['_ZSt4sortIPiEvT_S1_', 'std::sort<int*>(int*, int*)'],
    ['_ZNSt6vectorIiSaIiEE9push_backERKi', 'std::vector<int, std::allocator<int>>::push_back(int const&)'],
    ['_ZN12_GLOBAL__N_14workEv', '(anonymous namespace)::work()'],
    ['_ZZ4mainENKUlvE_clEv', 'main::{lambda()#1}::operator()() const'],
    ['_ZN3fooplERKS_', 'foo::operator+(foo const&)'], ['_ZTV3Foo', 'vtable for Foo'],
    ['_ZThn16_N3Foo3runEv', 'non-virtual thunk to Foo::run()'],
    ['_Z3runPFviE', 'run(void (*)(int))'], ['_ZN1A1BILi5ELb1EE1fEv', 'A::B<5, true>::f()'],
    ['_ZL4workPKc.constprop.0', 'work(char const*) [clone .constprop.0]'], ['_Z4readi@plt', 'read(int)@plt'],
    ['_ZNKSt8functionIFvvEEclEv', 'std::function<void ()>::operator()() const'],
  ])('%s is %s', (mangled, name) => { expect(demangled(mangled)).toBe(name); });
});

describe('names of Rust', () => {
  it.each([
    ['_ZN4core3fmt5write17h0123456789abcdefE', 'core::fmt::write'],
    ['_ZN49_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$a..B$GT$4push17h0123456789abcdefE',
      '<alloc::vec::Vec<T> as a::B>::push'],
    ['_$LT$std..thread..JoinHandle$LT$T$GT$$GT$::join::h0123456789abcdef', '<std::thread::JoinHandle<T>>::join'],
    ['core::fmt::write::h0123456789abcdef', 'core::fmt::write'], ['core::fmt::h01', 'core::fmt::h01'],
    ['_ZN4core3fmt9write17h0123456789abcdefE', '_ZN4core3fmt9write17h0123456789abcdefE'],
  ])('%s is %s', (mangled, name) => { expect(demangled(mangled)).toBe(name); });
});

it.each(['main', 'Zeta', '_Z', '_Zebra', '_ZN', '_ZN3fooE3', '_Z99999foo', 'runtime.mallocgc'])(
  'leaves %s, which is no mangled name', (name) => { expect(demangled(name)).toBe(name); }
);

it('never throws, and ends for any text', () => {
  const piece = fc.constantFrom('N', 'E', 'I', 'S_', 'St', 'T_', '3foo', 'P', 'K', 'F', 'v', 'i', 'L', 'Z', 'Dp', 'J',
    'Ul', '_', 'A9_', 'M', 'cv', '.a', '@', 'C1', 'B3x');
  fc.assert(fc.property(fc.array(piece, { maxLength: 300 }), (pieces) => {
    expect(typeof demangled(`_Z${pieces.join('')}`)).toBe('string');
  }), { numRuns: 500 });
});
