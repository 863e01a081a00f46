/** Recognizes functions that copy, look up, compare or allocate on behalf of their callers, by their names. Pure. */
import { isAllocator } from './allocators.ts';

/** Memory, maps, texts and interfaces in the runtime of Go. */
const OF_RUNTIME = new RegExp(`^runtime\\.(?:${[
  'mem(?:move|clr|equal|hash)\\w{0,40}', 'duff(?:copy|zero)', 'map(?:access|assign|delete|iter|clear|clone)\\w{0,40}',
  'makemap\\w{0,20}', '(?:nil)?interhash', '(?:str|f32|f64|c64|c128|type)hash\\w{0,20}', '\\w{0,20}hashbody',
  'cmpstring', '(?:e|i)faceeq', 'strequal', 'concatstrings?\\d?', 'slicebytetostring\\w{0,10}',
  'stringtoslice\\w{0,10}', 'slicerunetostring', 'intstring', 'convT\\w{0,20}', 'typedmemmove\\w{0,10}',
  'typedslicecopy', 'assert\\w{0,20}', 'makechan\\w{0,5}', 'nextFreeFast', 'heapBitsSetType\\w{0,20}',
  'heapSetType\\w{0,20}', 'publicationBarrier', 'acquirem', 'releasem', 'divRoundUp', 'roundupsize',
  '\\(\\*mspan\\)\\.(?:nextFreeIndex|init\\w{0,10}|base)',
].join('|')})(?:\\.abi\\d)?$`);
const OF_GO = new RegExp([
  '^(?:bytes|strings|reflect|sort|slices|maps|encoding/binary',
  '|internal/(?:bytealg|reflectlite|stringslite|runtime/maps))\\.',
  // Functions that give a slice the length that their callers ask for.
  '|^[\\w./%~-]{1,200}\\.(?:SetLength|Resize(?:NoCopy|WithCopy)\\w{0,40}|(?:grow|make)Slice|[eE]nsureCapacity)',
  '(?:\\[.{0,200}\\])?$|^(?:aeshashbody|cmpbody|memeqbody|indexbytebody)$',
].join(''));
const OF_C = new RegExp([
  '^_{0,3}(?:GI_|libc_)?(?:w?mem(?:cpy|move|set|cmp|chr|pcpy)|str(?:n?cmp|n?cpy|n?len|r?chr|n?cat|str|n?casecmp))',
  '(?:_\\w{1,40})?(?:@.{0,60})?$|^_{0,3}(?:bcopy|bzero|bcmp|qsort(?:_r)?|msort_with_tmp)(?:[.@].{0,60})?$',
].join(''));
const OF_CPP = new RegExp([
  '^std::(?:__1::|__cxx11::)?(?:vector|map|set|_Rb_tree|_Hashtable|unordered_(?:map|set)|basic_string|deque)<',
  '|^(?:void )?std::(?:__1::)?(?:(?:stable_)?sort|__\\w{0,30}sort\\w{0,20}|__adjust_heap|__copy_\\w{1,30})<',
  '|^(?:core::slice::sort|hashbrown::|alloc::(?:vec|string|collections)::)',
].join(''));
/** Methods of Java's collections, texts and reflection; a class alone is what was allocated, or locked. */
const OF_JAVA = new RegExp([
  '^java[./]util[./](?:Arrays|Collections|TimSort|ComparableTimSort|DualPivotQuicksort|ArrayList|ArrayDeque',
  '|(?:Linked|Identity|Weak)?Hash(?:Map|Set|table)|Tree(?:Map|Set)|concurrent[./]ConcurrentHashMap)(?:\\$\\w{1,40})?',
  '\\.[a-z]\\w{0,60}(?:\\W|$)|^java[./]lang[./](?:System\\.arraycopy|(?:Abstract)?String\\w{0,20}\\.[a-z]\\w{0,60})',
  '|^(?:java[./]lang|jdk[./]internal)[./]reflect[./]|^[jc]\\w{1,40}_(?:disjoint_)?arraycopy$',
].join(''));

const ALL = [OF_RUNTIME, OF_GO, OF_C, OF_CPP, OF_JAVA];

/** Returns whether a function works for whoever calls it, so that what it takes is up to its caller. */
export function worksForCaller(name: string): boolean {
  return isAllocator(name) || ALL.some((pattern) => pattern.test(name));
}
