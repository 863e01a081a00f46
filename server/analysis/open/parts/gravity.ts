/** Ranks facts: killed, crashed, gave up, waits for ever, errors, a resource in full use, warnings, a state. Pure. */
import { sentencesOf } from '../look/sentences.ts';
import { kindOfMeaning } from '../logs/messages/knownMessages.ts';
import type { MessageKind } from '../logs/messages/rows/messageRow.ts';

/**
 * Worst first. Each pattern matches a sentence that the fact readers write. An exit code and a crash loop rank with
 * errors, because they follow from what another sentence may tell.
 */
const WORST_FIRST: readonly RegExp[] = [
  /(?:^|[.!?]["”]? )The kernel killed |\(OOMKilled\)|The kernel’s OOM killer ran/,
  /\b(?:crashed|panicked) with |\bcrashed \(exit code|\bdumped, /,
  /\bended (?:at \S+ )?with (?!exit code 0|status 0)|drops samples/,
  /\bdeadlock|\bhangs?\b|\bwaits? for (?:a|the) (?:\w+ )?(?:lock|mutex)\b/,
  new RegExp([
    /\b[Tt]he error "|(?<!of )systemd: |supervisord: |WAL was damaged|^Blocks overlap|is full[:.]/,
    /\bwas (?:killed|aborted) \(|\bhas no node \(|Exited \([1-9]|is in a crash loop|is CrashLoopBackOff/,
    /\bis (?:CreateContainer\w*Error|ErrImagePull|ImagePullBackOff|Evicted|OOMKilled)\b/,
    /\b(?:reads?|writes?) of the disk \w{3,8}[^"]{0,30} failed with "/,
    /^Graphite cannot use the file |\b(?:query|queries) failed at |\d replicas of M3DB /,
    /^The container \S+ exited (?:[\d,]+ times )?with code [1-9]|^The range query asks for /,
    /\bIt (?:dropped|discarded|lost) \d|\bBy (?:this|the|\d[\d,]*) lines?\b|has had no successful send/,
    /Kubernetes killed (?:a|the) container|^This member of etcd (?:gets no|could not register)/,
  ].map(({ source }) => source).join('|')),
  new RegExp([
    /\bup to (?:9\d|1\d\d)(?:\.\d+)? % of the time, with waits/, /\bThe CPUs wait \d\d(?:\.\d+)? % for the disk and/,
    /\bCPU waits for the disk up to [5-9]\d|\bThe heap is full\b|uses most CPU: [\d.]+ cores/,
    /^The (?:phase|collector|stage|step|scraper|module) \S+ took [^()]{1,40} of the /,
    /is the fullest(?: now)?: (?:9[5-9]|100) %/, /^The live heap grew from \d/,
  ].map(({ source }) => source).join('|')),
  /\b[Tt]he warning "|\bIt was told to stop\b|\bat level (?:info|debug|notice|trace)\b/,
];

export const KILLED = 7;
export const CRASHED = 6;
export const GAVE_UP = 5;
export const HANGS = 4;
export const ERROR = 3;
export const FULL_USE = 2;
export const WARNING = 1;

/**
 * Returns 7 for a kill by the kernel, 6 for a crash, 5 for a process that gave up, 4 for one that hangs, 3 for an
 * error, 2 for a resource in full use, 1 for a warning.
 */
export function gravityOf(facts: string | null): number {
  if (facts === null) return 0;
  const at = WORST_FIRST.findIndex((pattern) => pattern.test(facts));
  return Math.max(at < 0 ? 0 : WORST_FIRST.length - at, ofMeanings(facts));
}

const BY_KIND: Readonly<Partial<Record<MessageKind, number>>> = {
  end: GAVE_UP, hang: HANGS, damage: ERROR, full: ERROR,
};

/** Returns the gravity of the known meanings among facts. */
const ofMeanings = (facts: string): number => Math.max(0, ...facts.slice(0, MAX_CHARS).split(SENTENCE_END)
  .map((sentence) => BY_KIND[kindOfMeaning(sentence) ?? 'state'] ?? 0));
const MAX_CHARS = 8192;
const SENTENCE_END = /(?<=\.) (?=[A-Z"\u201c])/;

const QUIET = /^(?:No error or warning is among its|None of its [\d,]+ lines names an error)/;

/** Other sentences on such a log that report no failure either. */
const USUAL = new RegExp([
  /^The longest duration that a line states /, /^Of \d{1,9} durations that its lines state /,
  /^(?:Most often it says|They all say) /,
].map(({ source }) => source).join('|'));

/** Returns facts without the claim that no line names an error; null if nothing else is left. */
export const withoutQuiet = (facts: string | null): string | null => (!isQuiet(facts) ? facts
  : sentencesOf(facts ?? '').filter((one) => !QUIET.test(one) && !USUAL.test(one)).join(' ') || null);

/** Whether facts say that nothing went wrong. */
export function isQuiet(facts: string | null): boolean {
  return facts !== null && QUIET.test(facts);
}
