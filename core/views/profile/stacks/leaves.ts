/** Functions of the runtime and of libraries that say nothing about the work they are part of. Pure. */

/**
 * Entry points of the runtime that the compiler or a signal calls within other code: their samples belong to the
 * function that was interrupted, grew its stack or wrote a pointer, and users cannot change them.
 */
const RUNTIME_ARTEFACT = new RegExp(`^runtime\\.(?:${[
  'asyncPreempt2?', 'morestack(?:c|_noctxt)?', 'newstack', 'gcWriteBarrier\\w*', 'goexit\\d?', 'mcall', 'mstart\\d?',
  'systemstack(?:_switch)?', 'gogo', 'asmcgocall', 'rt0_go', 'sigreturn\\w*', 'sigtramp\\w*',
].join('|')})(?:\\.abi\\d)?$`);

/** Returns whether a function is such an entry point. */
export function isRuntimeArtefact(name: string): boolean {
  return RUNTIME_ARTEFACT.test(name);
}

/** Matches memory, maps, locks, strings and the kernel, and lookups by marking: work on behalf of callers. */
const COMMON_LEAF = new RegExp([
  `^runtime\\.(?:${[
    'mem(?:move|clr|equal|hash)\\w*', 'duff(?:copy|zero)', 'map(?:access|assign|iter|delete)\\w*', '\\w*hashbody',
    'cmpstring', '(?:epoll|kevent|kqueue)\\w*', 'futex(?:wakeup|sleep)?', 'usleep', 'procyield', 'osyield', 'madvise',
    'nanotime\\d?', 'walltime\\d?', 'write1', 'read', 'cgocall', 'interhash', 'efaceeq', 'strequal', '_ExternalCode',
    '_System', '_VDSO', 'findObject', 'spanOf\\w*', 'heapBits\\w*', 'nextFreeFast', 'lock2?', 'unlock2?',
    '\\(\\*(?:gcWork|mspan|gcBits)\\)\\.\\w+',
  ].join('|')})(?:\\.abi\\d)?$`,
  '^(?:internal/)?runtime/(?:internal/)?(?:syscall|maps)\\.', '^internal/(?:bytealg|runtime|poll|cpu)[./]',
  '^(?:sync|strings|bytes|strconv|unicode|context|reflect|math/bits)[./]', '^__(?:mem|str)\\w+$',
  '^syscall\\.', '^golang\\.org/x/sys/unix\\.', '^(?:aeshashbody|cmpbody|memeqbody|indexbytebody)$',
].join('|'));

/** Returns whether a function says nothing without its caller. */
export function saysNothing(name: string): boolean {
  return isRuntimeArtefact(name) || COMMON_LEAF.test(name);
}
