/** Distinguishes what blocks a goroutine of Go, by the innermost function of a block profile. Pure. */

/** Waits that end when there is work, when time has passed, or when others are done. */
const FOR_WORK = new RegExp([
  '^(?:runtime\\.(?:selectgo|chanrecv\\d?|block)|reflect\\.(?:rselect|chanrecv)|time\\.Sleep',
  '|(?:internal/)?sync\\.(?:\\(\\*(?:Cond|WaitGroup)\\)\\.Wait|runtime_(?:notifyListWait|Semacquire(?:WaitGroup)?)))$',
].join(''));
const FOR_LOCK = new RegExp([
  '^(?:internal/)?sync\\.(?:\\(\\*(?:RWMutex|Mutex)\\)\\.R?Lock(?:Slow)?|runtime_SemacquireR?W?Mutex\\w{0,10})$',
  '|^runtime\\.(?:lock2?|semacquire\\d?|_LostContendedRuntimeLock)$',
].join(''));

/** Whether a goroutine waits there for work, time or others; selects may also wait to send. */
export const waitsForWork = (name: string): boolean => FOR_WORK.test(name);
/** Whether a goroutine waits there for a lock. */
export const waitsForLock = (name: string): boolean => FOR_LOCK.test(name);
/** Whether a function is of the runtime or of package sync, which say nothing on who waits. */
export const isOfWaiting = (name: string): boolean => /^(?:internal\/)?(?:runtime|sync|reflect)[./]/.test(name);
/** Package sync, and methods of the program that only take or release a lock: `backend.(*batchTx).Unlock`. */
const LOCKING = new RegExp([
  '^(?:internal/)?(?:runtime|sync)[./]|\\.(?:R?Un|R?un|r|R)?[lL]ock(?:Slow|Inside|Outside\\w{0,10})?$',
].join(''));

/** Whether a function only takes or releases a lock, so that its caller is the one that holds or wants it. */
export const isLocking = (name: string): boolean => LOCKING.test(name);
const RELEASE = new RegExp('^(?:internal/)?sync\\.\\(\\*(?:RW)?Mutex\\)\\.R?[uU]nlock(?:Slow)?$'
  + '|^runtime\\.(?:unlock2?|unlockWithRank|_LostContendedRuntimeLock)$');

/** Whether a mutex profile books there what others waited: where the lock is released. */
export const releasesLock = (name: string): boolean => RELEASE.test(name);
