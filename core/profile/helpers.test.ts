import { expect, it } from 'vitest';
import { worksForCaller } from './helpers.ts';

it.each([
  'runtime.mallocgc', 'runtime.memmove', 'runtime.mapaccess2_faststr', 'runtime.growslice', 'bytes.growSlice',
  'bytes.makeSlice', 'reflect.Value.Field', 'sort.Slice', 'slices.SortFunc[...]',
  'example.com/x/lib/slicesutil.SetLength[go.shape.uint8]', '__memmove_avx_unaligned_erms', 'memcpy@GLIBC_2.14',
  'strlen', 'qsort_r', 'std::vector<int, std::allocator<int> >::push_back', 'java.util.HashMap.getNode',
  'java/util/Arrays.copyOf', 'java.lang.System.arraycopy', 'hashbrown::map::HashMap<K,V>::insert', 'malloc',
])('%s works for its caller', (name) => {
  expect(worksForCaller(name)).toBe(true);
});

it.each([
  'runtime.scanobject', 'runtime.futex', 'syscall.Syscall', 'encoding/json.Unmarshal', 'main.sort', 'shop.(*Map).Grow',
  'strategy', 'memory_pressure', 'java.util.HashMap$Node', 'java.util.concurrent.locks.LockSupport.park',
  'bytesutil.(*ByteBuffer).MustWrite', 'shop::vector::add',
])('%s is work of its own', (name) => { expect(worksForCaller(name)).toBe(false); });
