/** Recognizes functions of memory allocators by their names: they allocate what their callers ask for. Pure. */
import type { TopRow } from '../contract/contract.ts';

const OF_C = new RegExp([
  '^_{0,3}(?:(?:je|tc|mi|nano|szone|GI|scalable)_)?_{0,2}(?:libc_)?',
  '(?:malloc|calloc|realloc(?:array)?|memalign|posix_memalign|aligned_alloc|p?valloc|strn?dup)$|^tc_new\\w{0,20}$',
  '|^_(?:int|mid)_(?:malloc|memalign|realloc)$|^(?:sysmalloc|malloc_hook_ini|arena_get2)$',
  // The zones of macOS and iOS.
  '|^_?(?:malloc_zone|malloc_type|default_zone|szone|xzm)_\\w{0,40}(?:alloc|align)\\w{0,60}$',
  '|^(?:tiny|small|medium|large|nanov?\\d?)_malloc\\w{0,40}$',
].join(''));
const OF_JEMALLOC = new RegExp([
  '^(?:je_|_rjem_(?:je_)?)\\w{1,80}$|^(?:imalloc|iallocztm|ialloc|do_rallocx|irallocx|inallocx)\\w{0,40}$',
  '|^(?:arena|large|tcache)_(?:malloc|palloc|ralloc)\\w{0,40}$',
  '|^prof_(?:backtrace|alloc_prep|tctx|lookup|sample)\\w{0,40}$',
].join(''));
const OF_CPP = new RegExp([
  '^operator new(?:\\[\\])?(?:\\W|$)|^tcmalloc::|^MallocHook::|^TCMalloc',
  '|^(?:__gnu_cxx::|std::)(?:__1::)?(?:__)?(?:new_allocator|allocator|allocator_traits|__libcpp_allocate)\\b',
  '|^std::(?:__1::)?_\\w{1,40}_base<.{0,400}>::_M_(?:allocate|get_node)|^std::__allocate_\\w{1,60}',
].join(''));
const OF_RUST = new RegExp([
  '^_{0,2}(?:rust|rdl|rg|rustc)_(?:alloc|realloc|alloc_zeroed)\\w{0,40}$|^(?:alloc|std)::(?:alloc|raw_vec)::',
  '|^<.{0,200}\\bGlobalAlloc>::|^<alloc::alloc::Global as ',
].join(''));
const OF_GO = new RegExp([
  '^runtime\\.(?:mallocgc\\w{0,40}|newobject|newarray|makeslice(?:copy|64)?|growslice|raw(?:byte|string|rune)\\w{0,20}',
  '|persistentalloc\\w{0,10}|profilealloc|\\(\\*m(?:cache|central|heap)\\)\\.\\w{1,40})$',
].join(''));
const OF_PYTHON = /^_?Py(?:Object|Mem|Type)_\w{0,20}(?:Malloc|Calloc|Realloc|Alloc|GC_New)\w{0,20}$/;

const ALL = [OF_C, OF_JEMALLOC, OF_CPP, OF_RUST, OF_GO, OF_PYTHON];

/** Returns whether a function belongs to an allocator; its arguments and its version are not read. */
export function isAllocator(name: string): boolean {
  const bare = /^([^@(]{1,300})(?:@|\(.{0,400}\)$)/.exec(name)?.[1] ?? name;
  return ALL.some((pattern) => pattern.test(bare) || pattern.test(name));
}

/** Share of the values that allocators have themselves from which a profile without a unit is one of memory. */
const OF_ALLOCATORS = 0.9;

/**
 * Returns whether values of a type are memory: bytes, or the number of objects; or, without a unit, whether nearly all
 * of them are of allocators. `rows`: largest first.
 */
export function isOfMemory(type: { type: string; unit: string }, rows: readonly TopRow[]): boolean {
  if (type.unit === 'bytes' || /^(?:(?:alloc|inuse)_)?objects$/.test(type.type)) return true;
  if (type.type !== 'samples' || !isAllocator(rows[0]?.function ?? '')) return false;
  const sumOf = (own: readonly TopRow[]): number => own.reduce((sum, { flat }) => sum + flat, 0);
  return sumOf(rows.filter(({ function: name }) => isAllocator(name))) >= OF_ALLOCATORS * Math.max(1, sumOf(rows));
}
