/** Tells what the state of the targets shows of a target whose scrapes a log reports as failed. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { goDurationMs } from '../../../logs/goDuration.ts';
import type { LogLine } from '../../../logs/readLog.ts';
import { shortError } from '../../../logs/shortError.ts';
import { joined, quoted } from '../../look/factTools.ts';
import { isObject, objectsIn, textOf, type Json } from '../../look/jsonObjects.ts';
import { sentencesOf } from '../../look/sentences.ts';
import { caseLog, clockOf } from '../cases/caseLog.ts';
import { troublesOf } from '../cases/troubles.ts';
import type { BesideState, StateFile } from './stateFile.ts';

const MAX_ERROR = 160;
const MAX_TARGETS = 50;
/** Share of the timeout from which on a scrape ended by it. */
const BY_TIMEOUT = 0.98;
/** A target that gave no answer at all. */
const UNANSWERED = new RegExp([
  /deadline exceeded|connection refused|no such host|i\/o timeout|no route to host|network is unreachable/,
  /connection reset|Client\.Timeout|\bEOF\b|server misbehaving/,
].map(({ source }) => source).join('|'));
const TIMED_OUT = /deadline exceeded|i\/o timeout|Client\.Timeout/;
const OF_TYPE = /Content-Type|fallback_scrape_protocol/i;
/** Sentences with the words of the log. */
const QUOTES = /^(?:The cause given is |The (?:error|warning) "|It logged the )/;

interface Target {
  url: string; name: string; isUp: boolean; error: string;
  /** Seconds of the last scrape, and of its timeout; NaN if they are not stated. */
  seconds: number; limit: number;
  atMs: number;
}

function targetsIn(text: string): Target[] {
  return objectsIn(text).flatMap((one): Target[] => {
    const [url, health] = [textOf(one['scrapeUrl']), textOf(one['health'])];
    const labels: Json = isObject(one['labels']) ? one['labels'] : {};
    const found: Json = isObject(one['discoveredLabels']) ? one['discoveredLabels'] : {};
    const timeout = textOf(one['scrapeTimeout']) || textOf(found['__scrape_timeout__']);
    const seconds = one['lastScrapeDuration'];
    return url === '' || (health !== 'up' && health !== 'down') ? [] : [{
      url, name: textOf(labels['instance']) || url, isUp: health === 'up', error: textOf(one['lastError']),
      seconds: typeof seconds === 'number' ? seconds : NaN, limit: (goDurationMs(timeout) ?? NaN) / 1000,
      atMs: Date.parse(textOf(one['lastScrape'])),
    }];
  });
}

/** Returns the URL without its default port, path and query, by which a target is the same. */
const addressOf = (url: string): string => /^\w{1,10}:\/\/([^/?#]{1,260})/.exec(url)?.[1]?.toLowerCase() ?? url;

/** Returns the lines of errors by the URL of their target, those of the most frequent error first. */
function failuresIn(log: StateFile): LogLine[][] {
  const lines = caseLog(log)?.lines.filter(({ fields }) => fields['target'] !== undefined) ?? [];
  return troublesOf(lines).flatMap((trouble) => {
    const urls = [...new Set(trouble.lines.map(({ fields }) => fields['target']))].slice(0, MAX_TARGETS);
    return urls.map((url) => trouble.lines.filter(({ fields }) => fields['target'] === url));
  });
}

/** Returns what the state shows of the first target of the log that it has; null if it has none of them. */
export function targetState(log: StateFile, state: StateFile): BesideState | null {
  const targets = /"(?:activeTargets|scrapeUrl)"/.test(state.text) ? targetsIn(state.text) : [];
  for (const failed of targets.length === 0 ? [] : failuresIn(log)) {
    const [first] = failed;
    const url = first?.fields['target'] ?? '';
    const target = targets.find((one) => one.url === url)
      ?? targets.find((one) => addressOf(one.url) === addressOf(url));
    if (target === undefined) continue;
    return target.isUp ? upFact(target, state.name, failed.at(-1)?.timeMs ?? NaN)
      : downFact(target, log, state.name, { targets, words: first?.fields['err'] ?? first?.message ?? '' });
  }
  return null;
}

/** A scrape that succeeded after the last error of the log. */
function upFact({ name, atMs }: Target, file: string, lastMs: number): BesideState | null {
  return !(atMs > lastMs) ? null : {
    said: `${file} shows the target ${name} of these errors as up: its scrape at ${clockOf(atMs)} UTC, after the last `
      + 'of them, succeeded, so they are over or come only at times.', without: [],
  };
}

interface Rest { targets: readonly Target[]; words: string }

function downFact(target: Target, log: StateFile, file: string, { targets, words }: Rest): BesideState | null {
  const { error, name, seconds, limit, url } = target;
  if (error === '') return null;
  const others = targets.filter((one) => one !== target);
  const up = others.filter(({ isUp }) => isUp).length;
  const isSame = words !== '' && (error.includes(words) || words.includes(error));
  const isLate = seconds >= BY_TIMEOUT * limit;
  const overruled = UNANSWERED.test(error) && OF_TYPE.test(words);
  const late = !isLate ? '' : ` after ${formatSeconds(seconds)}, which is its scrape_timeout,`;
  const step = TIMED_OUT.test(error) ? `see why ${url} does not answer: its host, the exporter on it, a firewall (curl `
    + `-m ${Math.ceil(limit) || 10} from the host of Prometheus)` : `see whether ${url} is reached from the host of `
    + 'Prometheus';
  return {
    said: joined([
      `${file} shows the cause for the target ${name}: it is down, and its last scrape failed${late} with ${
        quoted(shortError(error, MAX_ERROR))}.`,
      up === others.length && up > 0 ? `The other ${up} ${up === 1 ? 'target is' : 'targets are'} up.` : null,
      isSame ? null : overruled
        ? `No answer came, so it had no Content-Type either: the error of ${log.name} follows from that, and `
          + `fallback_scrape_protocol does not help; ${step}.`
        : `So first ${step}.`,
    ]) ?? '',
    without: !overruled ? [] : sentencesOf(log.sentence)
      .filter((one) => OF_TYPE.test(one) && !QUOTES.test(one)).map((one) => ` ${one}`),
  };
}
