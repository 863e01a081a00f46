/** Judges a log of which no line names a fault: a start, an end on request, too short to judge. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../look/factTools.ts';
import { lookAtText, type Look } from '../../look/look.ts';
import { EXPECTED, hasExpectedOverlaps, withoutExpected } from '../../logs/chains/files/expectedOverlaps.ts';
import { entriesOf, firstTimed, oldestFirst, secondsBetween, type Entry } from '../../logs/ordinary/entries.ts';
import { AGAIN, BEGINS, READY, STOPS } from '../../logs/ordinary/ordinaryFacts.ts';
import { nothingFailed } from '../../logs/said/quietFacts.ts';
import { withoutQuiet } from '../gravity.ts';
import { sentencesOf } from '../../look/sentences.ts';
import { isSound } from './verdict.ts';

/** A longer text is only sampled. */
const MAX_LINES = 1000;
const MAX_CHARS = 256 * 1024;
const FIRST_LINES = 12;
/** Lines of a shorter time say little. */
const SHORT_SECONDS = 30;
const ENDED = new RegExp([
  /^(?:See you next time!|Shutdown complete\.?$)|\bhas been stopped in \d|^(?:Loki|Mimir|Tempo|Cortex) stopped\b/,
  /^(?:Stopped|Exiting|Shut ?down complete)\b|^graceful shutdown complete/i,
].map(({ source }) => source).join('|'));
/** Sentences on an end on request, which name no fault. */
const OF_STOP = /^It (?:was told to stop|was stopped by hand|stopped cleanly)\b/;
/** The claim on such a log, which says that already. */
const CLAIM = /(?:^|\. )(?:No error or warning is among its|None of its [\d,]{1,9} lines names an error)/;
/** Requests that were refused or failed, or were slow, in lines without a level above info. */
const REFUSED = new RegExp(/\bstatus(?:_?code)?"?[=:] ?"?[45]\d\d\b|\blatency=slow\b/.source
  + /|\bHTTP\/\d(?:\.\d)?"? [45]\d\d\b|\bcode"?[=:] ?"?5\d\d\b/.source);
/** Judged already, or a work that is begun again without a reason in the lines. */
const IS_JUDGED = /\bmore than once\b|\bupload block \S{1,60} \d{1,9} times\b|\b[Nn]othing is wrong\b/;
/** Programs that write a line when they are ready. */
const SAYS_READY: ReadonlySet<string> = new Set([
  'prometheus-log', 'loki-log', 'mimir-log', 'victoriametrics-log', 'etcd-log', 'influxdb-log', 'thanos-log',
  'grafana-log', 'tempo-log',
]);
/** Logs whose starts and compactions are reported, instead of the claim that no line names an error. */
const READ: ReadonlySet<string> = new Set(['prometheus-log', 'thanos-log', 'mimir-log', 'cortex-log']);
const WHO = 'who told it to stop is not in them (systemctl status, kubectl describe pod or docker events)';

/** A unit that runs, and the lines about it that systemctl status prints above the log. */
const SERVICE = /^The service (\S{1,80}) has run since /;
const OWN = /^\s{0,24}(?:Active|Loaded|Main PID|Process|Tasks|Memory|CPU|CGroup|Docs|Drop-In|TriggeredBy):/;

const isStop = ({ message, line }: Entry): boolean => STOPS.test(message) || /signal"?[=:] ?"?\w/i.test(line);
const isReady = ({ message, fields }: Entry): boolean => READY.test(message)
  || (message === 'changing probe status' && fields['status'] === 'ready') || message.startsWith('gossip settled');

/** Whether no line besides those of a signal is an error or a warning, or reads like one. */
function isQuietBut(look: Look, stops: readonly Entry[]): boolean {
  const own = new Set(stops.map(({ line }) => line.trim()));
  const rest = own.size === 0 ? look
    : lookAtText(look.text.split('\n').filter((line) => ![...own].some((one) => line.includes(one))).join('\n'), '');
  const claim = nothingFailed(rest);
  return claim !== null && /^(?:No error or warning is among its|None of its \d)/.test(claim)
    && !claim.includes(' reads like one: ');
}

/** Judges the status of a unit that runs, with the last lines of its log. */
function serviceVerdict(unit: string, entries: readonly Entry[]): string {
  const hasLog = entries.some(({ moment, line }) => moment !== null && !OWN.test(line));
  return hasLog ? `The lines name no fault, and the unit is active; journalctl -u ${unit} has the lines before.`
    : `The unit is active; no line of its log is in the text (journalctl -u ${unit}).`;
}

/** Returns the judgement; null if a line names a fault, or if the facts judge already. */
export function logVerdict(whole: Look, format: string, facts: string): string | null {
  const verdict = verdictOn(withoutExpected(whole), format, facts);
  return verdict === null || !hasExpectedOverlaps(whole.lines) ? verdict : `${verdict} ${EXPECTED}`;
}

function verdictOn(look: Look, format: string, facts: string): string | null {
  if (look.isCut || look.lines.length >= MAX_LINES || look.text.length > MAX_CHARS) return null;
  if (IS_JUDGED.test(facts) || fits(REFUSED, look.bare)) return null;
  const others = sentencesOf(facts).filter((one) => !OF_STOP.test(one));
  if (!isSound(joined(others) ?? '')) return null;
  const entries = oldestFirst(entriesOf(look));
  const stops = entries.filter(isStop);
  if (!isQuietBut(look, stops)) return null;
  const unit = SERVICE.exec(facts)?.[1];
  if (unit !== undefined && stops.length === 0) return serviceVerdict(unit, entries);
  const stop = entries.findLastIndex(isStop);
  const hasEnded = stop >= 0 && entries.slice(stop + 1).some(({ message }) => ENDED.test(message));
  const begins = entries.slice(0, FIRST_LINES).some(({ message }) => BEGINS.test(message));
  const ready = entries.some(isReady);
  const again = stop < 0 ? -1 : entries.findIndex(({ message }, i) => i > stop && AGAIN.test(message));
  if (again >= 0) return `The lines name no fault: it was stopped by a signal, and started again${
    entries.slice(again).some(isReady) ? ' up to ready, so it runs where they end'
      : '; they do not show that it became ready'}.`;
  if (stop >= 0) return begins && ready && hasEnded
    ? 'The lines show a whole run and name no fault: a start, and an end in order on a signal.'
    : `The lines name no fault: ${hasEnded ? 'it ended in order' : 'they end before it had ended'}; ${WHO}.`;
  const [isClaimed, isAll] = [CLAIM.test(facts), (withoutQuiet(facts) ?? '') === ''];
  if (begins) return ready ? 'The lines show a start up to ready, and name no fault.'
    : !SAYS_READY.has(format) || !isAll || format === 'prometheus-log' ? null
      : `${isClaimed ? 'They do' : 'The lines name no fault, but do'} not show that it became ready: those that follow `
        + 'would.';
  const seconds = secondsBetween(firstTimed(entries), entries.findLast(({ moment }) => moment !== null));
  if (seconds === null || seconds >= SHORT_SECONDS || !isAll)
    return READ.has(format) && !isClaimed ? 'The lines name no fault.' : null;
  const span = seconds < 1 ? 'less than 1 s' : formatSeconds(seconds);
  return isClaimed ? `${span.replace(/^l/, 'L')} is too short a time to judge by.`
    : `The lines name no fault, but span ${span}: too short a time to judge by.`;
}
