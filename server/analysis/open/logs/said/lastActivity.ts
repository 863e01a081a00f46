/** Says what a program did when it crashed, by the last line of its log before that. Pure; bounded. */

/** Lines with which a work begins, or one step of it ends, and the words for it that follow "it". */
const ACTIVITIES: readonly (readonly [RegExp, string])[] = [
  [/\bcompact blocks\b|\bstart(?:ing)? (?:of )?compactions?\b|\bcompact(?:ing)? blocks\b/i, 'compacted blocks'],
  [/\bwrite block started\b/i, 'wrote a block of the head'],
  [/\bReplaying (?:WAL|on-disk)|\bWAL segment loaded\b|\bWAL checkpoint loaded\b|memory mappable chunks replay/i,
    'replayed its WAL'],
  [/\bCreating checkpoint\b/i, 'wrote a checkpoint of its WAL'],
  [/\bHead GC started\b/i, 'removed old series from the head'],
  [/\bLoading configuration file\b/i, 'loaded its configuration'],
  [/\bStarting (?:WAL )?corruption repair\b|\battempting repair\b/i, 'repaired its WAL'],
  [/\bStarting (?:the )?TSDB\b|\bopening storage\b(?! failed)/i, 'opened its TSDB'],
  [/\bstart(?:ing)? (?:first |second )?(?:pass of )?downsampling\b/i, 'downsampled blocks'],
];
/** The end of such a work, after which the program may do anything. */
const ENDED = /\bfailed\b|\berr(?:or)?=|\blevel=error\b|\bWAL replay completed\b|\bTSDB started\b/i;
const MAX_CHARS = 4000;
/** A stack or the rest of a message, which stands between the line and the crash. */
const NO_LINE = /^\s{0,12}(?:\[signal |goroutine \d|runtime:|unexpected fault address|\t|\S{1,200}\.go:\d)/;

/** A line with the time that the work took is written when it ends; the parts of a replay have theirs, too. */
const DONE = /\b(?:compact blocks|compacted blocks|write block)\b.{0,1000}?\b(?:duration|duration_ms|elapsed)"?[=:]/i;
/** Marks of a line that a program logged: a sentence may name such a work, too. */
const IS_LOGGED = /\b(?:msg|message|level|caller)"?[=:]|\d\d:\d\d:\d\d/;

/** Returns the sentence for a crash whose message begins at a place; null if the line before it says no such work. */
export function lastActivity(bare: string, start: number): string | null {
  const above = bare.slice(Math.max(0, start - MAX_CHARS), bare.lastIndexOf('\n', start) + 1).split('\n');
  const line = above.findLast((one) => one.trim() !== '' && !NO_LINE.test(one)) ?? '';
  if (!IS_LOGGED.test(line) || ENDED.test(line)) return null;
  const work = ACTIVITIES.find(([pattern]) => pattern.test(line))?.[1];
  if (work === undefined) return null;
  return DONE.test(line) ? `Its last line before that says that it had ${work}.`
    : `That was while it ${work}, as its last line before shows.`;
}
