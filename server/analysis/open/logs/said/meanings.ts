/** Explains the cause of an error and what to check, by words that many programs share. Pure. */
import {
  firstKnown, isKnownMeaning, knownBehind, knownMeaning, reasonBehind, type KnownMessage, type KnownPlace,
} from '../messages/knownMessages.ts';
import type { MessageKind } from '../messages/rows/messageRow.ts';
import { withoutLabelValues } from '../messages/rows/labelValues.ts';
import { gossipMeaning, isGossipMeaning } from '../messages/gossip.ts';
import { isMatchMeaning, matchMeaning } from '../messages/matchGroups.ts';
import { isNotificationMeaning, notificationMeaning } from '../messages/notifications.ts';
import { closedSearch, isClosedSearch } from '../messages/closedSearches.ts';
import { isTenantLimit, tenantLimit } from '../messages/tenantLimits.ts';
import { isTrackedMemory, trackedMemory } from '../messages/trackedMemory.ts';
import { withPrintedErrors } from '../figures/printedErrors.ts';
import { isRuleNameMeaning, ruleNameMeaning } from '../rules/ruleNames.ts';
import { ruleMeaning } from '../messages/ruleTimeouts.ts';
import { deniedMeaning, DENIED, isDeniedMeaning, PATH_OF_FILE } from './deniedMeanings.ts';
import { failedWebhook, isWebhookMeaning } from '../messages/webhooks.ts';
import { isRefusedWrite, refusedWrite } from '../losses/refusedWrites.ts';
import { isOwnClock } from '../chains/ownClock.ts';
import { isReshardingMeaning, reshardingMeaning } from '../chains/resharding.ts';
import { isOwnLocalhost } from './ownLocalhost.ts';
import {
  endedMeaning, hasOwnStep, isEndedMeaning, OF_REFUSALS, OF_RIGHTS, OF_SYSTEM,
} from './causes/systemMeanings.ts';
import { finalTimeout, isFinalTimeout } from './causes/finalTimeouts.ts';
import { isScrapeMeaning, scrapeMeaning } from './causes/failedScrapes.ts';
import { BY_KEY, isMissingKey, keyMeaning, NO_KEY } from './causes/missingKeys.ts';
import { isWait, waitMeaning, WAITED, withoutWait } from './causes/waitMeanings.ts';
import { isUnlockable, unlockable } from './unlockable.ts';
import { isWalMeaning, walMeaning } from './walMeanings.ts';
import { isWriteMeaning, statusAt, withDropped, writeMeaning } from './writeStatus.ts';


const RATE_LIMIT = 'A rate limit is reached: raise it, or send less.';
/** The sender logs it, so the limit is none of its own. */
const RECEIVER_LIMIT = 'A rate limit of the receiver is reached: raise it there, or send less.';
const OF_SENDER = /server returned HTTP status(?: code)? 429\b/i;

/** Meanings on samples, limits and the ring; a known message of a store with tenants is more specific. */
const OF_STORES: readonly (readonly [RegExp, string])[] = [
  [/same timestamp,? but (?:a )?different value|duplicate sample for timestamp/i,
    'A series got two values for one time, mostly from two senders, from two scrape jobs of one, or from one that '
      + 'sends again after its start: see what writes it twice, and give each labels of its own. The second value is '
      + 'not stored.'],
  [/out[- ]of[- ]order (?:exemplar|sample)|(?:duplicate|old) sample|too old sample/i,
    'Samples are rejected by their time: see whether two senders write the same series, one sends again, or a clock is '
      + 'wrong.'],
  [/past heartbeat timeout|existing instance\(s\) with a problem in the ring/i,
    'The ring still holds members that send no heartbeats, often ones that were replaced: forget them on the ring '
      + 'page, or let the ring forget unhealthy ones by itself (autoforget).'],
  [new RegExp(/InstancesCount <= 0|too many unhealthy instances|at least \d{1,3} (?:live|healthy) replicas/.source
    + /|\bempty ring\b(?! buffer)/.source, 'i'), 'Too few ingesters are healthy in the ring: look at the '
    + 'ring page and at the ingesters.'],
  [/max-series-per-user|per-user series limit|per_user_series|err-mimir-max-series|maximum .{0,20}series.{0,40}limit/i,
    'A tenant’s limit of series is reached: raise it, or lower the cardinality.'],
  [/too many outstanding requests/i,
    'A queue of requests is full: see whether what works on them is busy or missing, then raise the limit of the '
      + 'queue.'],
  [/429 Too Many Requests|rate limit(?!er)|ingestion rate/i, RATE_LIMIT],
  [/bucket index is too old/i, 'The compactor does not update the bucket index: look at its log.'],
  [/too many failed ingesters|no pending ingesters/i, 'Ingesters of the ring are not healthy: look at the ring page.'],
];
const YIELDS: ReadonlySet<string> = new Set([...OF_STORES.map(([, meaning]) => meaning), RECEIVER_LIMIT]);
const STORES = /\b(?:Mimir|Cortex|Thanos|Loki|Tempo)\b/;
/** Placeholder for the meanings of a denial, which depend on what was denied. */
const BY_WHAT_WAS_DENIED = '';

/** A program whose loader is missing fails with the same words as one that is missing itself. */
const NO_LOADER = 'The program to start, or the loader or interpreter that it names, is not in the image: a binary '
  + 'built against glibc does not start on Alpine (musl), and needs an image with glibc or a static build.';
const NOT_STARTED = new RegExp([
  /\bexec (?:container process )?["'`]?\/[^\s"'`]{1,200}["'`]?: no such file or directory/,
  /exec user process caused[^\n]{0,20}no such file or directory/,
  /(?:^|[\s/])(?:ba|da|a)?sh: (?:(?:line )?\d{1,6}: )?(?:exec: )?\.{0,2}\/\S{1,200}: not found/,
].map(({ source }) => source).join('|'), 'im');

/** An operator of Kubernetes looks for its object, does not find it, and cannot create it. */
const EXISTS_ALREADY = new RegExp(String.raw`(?:\b(?:sync|reconcil\w{1,6})\b[^\n]{0,300}?`
  + String.raw`|\bcreating [\w ]{3,40} failed: )`
  + String.raw`\b(?:[a-z]{3,40}\.[a-z][a-z0-9.-]{1,60}|(?:service|secret|configmap|serviceaccount|pod|endpoint)s`
  + String.raw`|persistentvolumeclaims) \\?"[a-z0-9.-]{1,253}\\?" already exists\b`, 'i');
const NOT_SEEN = 'The operator wants to create an object that is there already, as it does not find it as its own; '
  + 'what runs stays as it is, and its changes are not applied: compare the labels and ownerReferences of that object '
  + 'with those that the operator sets, and look for a second operator or release that made it.';

/** Returns what it means that a program is not found though its file may be there; null for other texts. */
export const notStartedMeaning = (text: string): string | null => (NOT_STARTED.test(text) ? NO_LOADER : null);

/** A path before or behind the words shows that a disk was read, and not what was transferred. */
const DAMAGED_FILE = new RegExp([
  /corruption in segment (?:\/|\w:\\)\S/, new RegExp(String.raw`(?<![\w:/])\/(?:data|var|prometheus|loki|mnt|opt|home|`
    + String.raw`srv|tmp|root|storage|bitnami|vm-data|etc)\/[^\n]{0,300}?(?:unexpected checksum|checksum mismatch`
    + '|corruption (?:in|after)|invalid magic number|unexpected non-zero byte)'),
].map(({ source }) => source).join('|'), 'i');

/** One sentence per pattern; the more specific patterns come first. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [NOT_STARTED, NO_LOADER],
  [EXISTS_ALREADY, NOT_SEEN],
  [/\bexec: \\?["'][^"'\n]{1,200}["']: stat \S{1,200}: no such file or directory/i,
    'The program to start is not in the image: correct the command or entrypoint, or take another image.'],
  [/\bnodes? are available\b(?=[^\n]{0,300}?\buntolerated taint)[^\n]{0,300}?\bInsufficient [a-z]/i,
    'Some nodes have less left than the pod requests, others have taints that it does not tolerate: lower its '
      + 'requests, add a node, or add a toleration.'],
  [/\bnodes? are available\b[^\n]{0,400}?\bInsufficient [a-z]/i,
    'Nodes have less left than the pod requests: lower its requests, or add a node.'],
  [/\bnodes? are available\b[^\n]{0,400}?\b(?:untolerated taint|had taints? that the pod)/i,
    'The pod does not tolerate the taints of the nodes: see kubectl describe node, then add a toleration or a node.'],
  [/\bnodes? are available\b[^\n]{0,400}?didn't match (?:Pod's node affinity|node selector)/i,
    'No node has the labels that the pod asks for: compare nodeSelector and affinity with kubectl get nodes '
      + '--show-labels.'],
  [NO_KEY, BY_KEY],
  [/\b(?:configmap|secret|serviceaccount|persistentvolumeclaim)s? "[^"\n]{1,253}" not found/i,
    'An object that is referred to is not in its namespace: make it there, or correct the name.'],
  [/\bstorageclass\S{0,40} "[^"\n]{1,253}" not found/i,
    'The cluster has no storage class of that name: see kubectl get storageclass, and correct the claim.'],
  [/\b[Ff]ailed to (?:create pod sandbox|setup network for sandbox)/,
    'The runtime could not set up the network or the sandbox of the pod: look at the network plugin on that node.'],
  [/\bstatus is now: NodeNotReady\b/,
    'The kubelet of the node does not report: look at its power, network and memory, and at systemctl status kubelet.'],
  [/(?:pull(?:ing)? image|ErrImagePull)[^\n]{0,300}?(?:not found|manifest unknown|does not exist)/i,
    'The registry has no such image or tag, or hides it from this login: look at its name and tag.'],
  ...OF_SYSTEM,
  [/user token not found(?<=look up user based on cookie[^]{0,200}user token not found)/i, 'Grafana does not have that '
    + 'session, as one that ended: log in again; several instances need one shared database.'],
  [/\bscrape [^\n]{1,600}?\bGet \\?"https?:[^"\n]{1,300}": EOF\b/,
    'The target closed the connection before it answered: look at the log of the exporter, and whether it was started '
      + 'again.'],
  [/cannot read (?:\w{1,20} )?request[^\n]{0,60}: unexpected EOF/i, 'A request ended before all of it had arrived, as '
    + 'when its sender gave up or was stopped: compare the timeout of the sender with the time that a write takes.'],
  // An index may be out of bounds, too.
  [/\bout of bounds\b(?<!\bindex[^\n]{0,24}out of bounds)(?! (?:for|of|in|access))/i, 'Samples are older than the head '
    + 'takes, or the head is ahead of them: see how late they come, then the clocks of this host and of the senders.'],
  ...OF_STORES,
  ...OF_REFUSALS,
  // Java names only the path.
  [/\bAccessDeniedException: (?:\/|[A-Za-z]:\\)/, PATH_OF_FILE],
  // Kubernetes says "is forbidden" of quotas and policies, too.
  [/\bis forbidden: (?:\S{1,40} )?User /i, 'The user that the message names lacks this right in Kubernetes: give it a '
    + 'role with that verb and resource (kubectl auth can-i).'],
  ...OF_RIGHTS,
  [DENIED, BY_WHAT_WAS_DENIED],
  [/entered rushed mode/i, 'Prometheus 1 holds more chunks in memory, or waiting for the disk, than it should: raise '
    + '-storage.local.target-heap-size (before 1.6 -storage.local.memory-chunks) if there is memory for it, get a '
    + 'faster disk, or scrape less.'],
  [/too many parts/i, 'Inserts outrun the merges: insert larger batches less often, and look at the merges.'],
  [/cache[- ]max(?:imum)?[- ]memory[- ]size/i,
    'The cache of a shard would be larger than that setting allows, at the start by its WAL, later as writes outrun '
      + 'its snapshots: look at the disk, then at cache-max-memory-size.'],
  [/many-to-many matching not allowed|found duplicate series for the match group/i,
    'The labels that the query matches on are not unique on one side: aggregate that side, or match on a label more '
      + 'that both sides have.'],
  [/out of background workers|background worker limit/i,
    'Raise timescaledb.max_background_workers and max_worker_processes.'],
  [/segments are not sequential|unsequential head chunk files/i, 'A number is missing among its files in wal or '
    + 'chunks_head, which does not concern the blocks: do not delete the data folder.'],
  [DAMAGED_FILE, 'What was read does not have the form or the checksum that it should: look at that disk, and at how '
    + 'the process ended before.'],
  [/unexpected checksum|checksum mismatch|corruption (?:in|after)|invalid magic number|unexpected non-zero byte/i,
    'What was read does not have the form or the checksum that it should: on a disk, look at that disk and at how the '
      + 'process ended before; after a transfer, get it again.'],
  [/context deadline exceeded|i\/o timeout|Client\.Timeout|(?<!heartbeat )timed? ?out/i, WAITED],
];

/** Topics (limits, one right, inserts, a full disk) on which a second sentence adds nothing. */
const ALIKE = [/\blimit\b/, /\bCAP_NET_RAW\b/, /\binserts?\b/i, /\bdf -i\b/];

/**
 * Returns the meaning of an error: what its known message means, then what the words of its cause mean that many
 * programs share; one sentence if both are of the same words, null without both.
 */
export function meaningOf(error: string): string | null {
  const text = withPrintedErrors(error.slice(0, 4096));
  const special = walMeaning(text) ?? ruleNameMeaning(text) ?? reshardingMeaning(text) ?? ruleMeaning(text)
    ?? refusedWrite(text) ?? trackedMemory(text) ?? tenantLimit(text) ?? closedSearch(text) ?? gossipMeaning(text)
    ?? notificationMeaning(text) ?? scrapeMeaning(text) ?? finalTimeout(text) ?? unlockable(text)
    ?? failedWebhook(text)?.sentence ?? null;
  if (special !== null) return special;
  const first = firstKnown(text);
  const match = matchMeaning(text);
  if (match !== null) return match;
  // What any program may say is among the shared words, too.
  const known = first?.known.program === '' ? null : first;
  const own = known?.known.sentence ?? null;
  const place = sharedPlace(text, known);
  const shared = place?.meaning ?? null;
  if (known !== null && (shared === null || isWait(shared) || YIELDS.has(shared))) {
    const { isOuter, brief, sentence, program } = known.known;
    if (STORES.test(program) && !isOuter) return withDropped(sentence, text);
    const behind = isOuter ? reasonBehind(text, known) : knownBehind(text, known, STORES);
    if (behind !== null) {
      const both = `${isOuter ? brief : sentence} ${behind}`;
      return /\bdropped\b/.test(both) ? both : withDropped(both, text);
    }
  }
  // A body of the answer may say more than its status.
  const found = shared === null || isWait(shared) ? writeMeaning(text) ?? (own === null ? shared : null) : shared;
  if (known === null || own === null) return found ?? first?.known.sentence ?? null;
  if (found !== null && ALIKE.some((words) => words.test(own) && words.test(found))) return own;
  // A message in the body of an answer says more than its status.
  if (found !== shared && statusAt(text) < known.at && !known.known.isOuter) return withDropped(own, text);
  if (found === null) return alone(known.known, text.slice(known.at + known.known.message.length));
  const isBehind = found !== shared || (place?.at ?? 0) > known.at;
  return !isBehind || !isGuess(known.known, found) ? `${own} ${found}`
    : [known.known.brief, found, ...otherCauses(text, found)].join(' ');
}

/** Returns what another of the causes in the lines of an error means, if it has a step of its own. */
const otherCauses = (text: string, told: string): string[] => text.split('\n', MAX_CAUSES).slice(1)
  .map((line) => sharedPlace(line, null)?.meaning ?? '')
  .filter((meaning) => meaning !== told && hasOwnStep(meaning)).slice(0, 1);
const MAX_CAUSES = 4;

/** The mark of a cause after a message, in its line or in the lines of the causes. */
const HAS_CAUSE = /(?:: |\n)\S/;

/** Kinds whose step is about what failed, and not about the data or the resource that the message names. */
const OF_STEPS: ReadonlySet<MessageKind> = new Set(['end', 'error', 'slow']);

/** Whether the step of a message is a guess beside an error that has a step of its own. */
const isGuess = ({ isOuter, kind }: KnownMessage, meaning: string): boolean => isOuter || (OF_STEPS.has(kind)
  && (hasOwnStep(meaning) || (isDeniedMeaning(meaning) && meaning.includes(': '))));

/** Returns what a message means with no error of the system behind it: the end of a request, other words, or none. */
function alone({ isOuter, brief, besideCause, sentence }: KnownMessage, behind: string): string {
  const ended = isOuter ? endedMeaning(behind, brief !== besideCause) : null;
  return ended !== null ? `${brief} ${ended}` : isOuter && HAS_CAUSE.test(behind) ? besideCause : sentence;
}

/** Returns what a known message means with the step of the error behind it; null if it keeps its own step. */
export function withErrorBehind(known: KnownMessage, behind: string): string | null {
  const text = behind.slice(0, MAX_BEHIND);
  const shared = sharedPlace(text, null)?.meaning ?? null;
  if (shared !== null && !isWait(shared)) return isGuess(known, shared) ? `${known.brief} ${shared}` : null;
  const ended = known.isOuter ? endedMeaning(text, known.brief !== known.besideCause) : null;
  if (ended !== null) return `${known.brief} ${ended}`;
  return known.isOuter && /\w/.test(text) ? known.besideCause : null;
}
const MAX_BEHIND = 1000;

/** Returns what the first known message of an error means, with the step of the error behind it; null without one. */
export function knownWithBehind(error: string): string | null {
  const first = firstKnown(error);
  return (first === null ? null : withErrorBehind(first.known, error.slice(first.at + first.known.message.length)))
    ?? knownMeaning(error);
}

interface SharedPlace { meaning: string; at: number }

/** Returns what words outside of a known message mean, and where they begin; null without such words. */
function sharedPlace(error: string, known: KnownPlace | null): SharedPlace | null {
  const text = withoutLabelValues(error);
  for (const [pattern, meaning] of MEANINGS) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const [from, to] = known === null ? [0, 0] : [known.at, known.at + known.known.message.length];
    const at = found.index;
    if (at < to && at + found[0].length > from) return null;
    if (meaning === RATE_LIMIT && OF_SENDER.test(text)) return { meaning: RECEIVER_LIMIT, at };
    return {
      at, meaning: meaning === BY_WHAT_WAS_DENIED ? deniedMeaning(text, at)
        : meaning === WAITED ? waitMeaning(text) : meaning === BY_KEY ? keyMeaning(text.slice(at)) : meaning,
    };
  }
  return null;
}

/** Returns what an error means beside its quotation: without the meaning of a timeout, which the error says itself. */
export const meaningBeside = (error: string): string | null => withoutWait(meaningOf(error)) || null;

/** Whether a sentence is the meaning of an error, which is omitted together with the error. */
export const isMeaning = (sentence: string): boolean => isMatchMeaning(sentence)
  || MEANINGS.some(([, meaning]) => meaning === sentence) || isDeniedMeaning(sentence) || isWriteMeaning(sentence)
  || isKnownMeaning(sentence) || isWalMeaning(sentence) || isRuleNameMeaning(sentence) || isReshardingMeaning(sentence)
  || isNotificationMeaning(sentence) || isOwnLocalhost(sentence) || isEndedMeaning(sentence)
  || isClosedSearch(sentence) || isOwnClock(sentence) || isWebhookMeaning(sentence)
  || isTrackedMemory(sentence) || isGossipMeaning(sentence) || isTenantLimit(sentence)
  || isRefusedWrite(sentence) || isWait(sentence) || isMissingKey(sentence)
  || isScrapeMeaning(sentence) || isFinalTimeout(sentence) || isUnlockable(sentence) || sentence === RECEIVER_LIMIT;
