/** Words free memory and free disk as those of the moment they were read, where something failed before. Pure. */
import type { Recognized } from '../look/recognized.ts';
import { ERROR, gravityOf } from './gravity.ts';

/** Actions that freed memory or disk. */
const CLEANED = new RegExp([
  /\brm -r?f?r? |\b(?:docker|podman|crictl) (?:system|image|volume|builder|container)s? prune|--vacuum-(?:size|time)/,
  /\bdrop_caches\b|\btruncate -s|\bfstrim\b|\betcdctl (?:defrag|compact)|\bapt-get clean|\bjournalctl --vacuum/,
  /\b(?:after|since) (?:the |a |we |i )?(?:clean-?up|cleaning|deleting|freeing|removing|pruning|prune|reboot|restart)/,
  /\bcleaned up\b|\bfreed (?:up )?(?:space|disk|memory|\d)/,
].map(({ source }) => source).join('|'), 'i');
const FREE_MEMORY = /( % of the memory is (?:available|free))(?= \()/g;
const FULLEST = /( is the fullest)(?=: \d{1,3} %)/g;
/** Failures for lack of memory or disk, also where they are not reported. */
const FAILED = /no space left on device|\bENOSPC\b|Out of memory: |Killed process \d|\bOOMKilled\b|invoked oom-killer/;
const MAX_CHARS = 64 * 1024;

/** Returns `whole` with "now" in such figures if a kill, an error or a clean-up stands beside them. */
export function withNow(whole: Recognized, text: string): Recognized {
  const { interest } = whole;
  if (interest === null || !/ % of the memory is | is the fullest: /.test(interest)) return whole;
  const head = text.slice(0, MAX_CHARS);
  if (gravityOf(interest) < ERROR && !CLEANED.test(head) && !FAILED.test(head)) return whole;
  return { ...whole, interest: interest.replaceAll(FREE_MEMORY, '$1 now').replaceAll(FULLEST, '$1 now') };
}
