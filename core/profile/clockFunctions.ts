/** Recognizes functions that read the clock, by their names. Pure. */

const CLOCK = new RegExp([
  '^<?std::time::(?:Instant|SystemTime)(?: as \\S{1,60})?>?::(?:now|elapsed|duration_since)$',
  '|^std::sys::\\S{0,60}time::\\S{0,60}::now$|^std::chrono::\\S{1,60}::now(?:\\(\\))?$',
  '|^chrono::offset::\\S{1,60}::now$',
  '|^System\\.(?:DateTime\\.get_(?:Utc)?Now|Diagnostics\\.Stopwatch\\.GetTimestamp)\\b',
  '|^_{0,2}(?:GI_|vdso_|kernel_)?(?:clock_gettime|gettimeofday)(?:64)?(?:@.{0,40})?$|^time\\.(?:Now|Since|now)$',
  '|^java[./]lang[./]System\\.(?:nanoTime|currentTimeMillis)(?:_\\[\\w\\])?$',
].join(''));

/** The page of code that the kernel gives to each process: nearly all of it reads the clock. */
const VDSO = '[vdso]';

export const readsClock = (name: string): boolean => CLOCK.test(name);

/** Whether a function may read the clock: it does if other functions of the profile do. */
export const mayReadClock = (name: string): boolean => name === VDSO;
