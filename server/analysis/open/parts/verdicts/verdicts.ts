/**
 * Ends what is said of a text with a judgement by rule, and with at most one step that leads further than its facts.
 * Never claims more than the text shows: it names no fault, or a limit is near. Pure.
 */
import { joined } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import type { Recognized } from '../../look/recognized.ts';
import { hasStep } from '../prose/steps.ts';
import { cardinalityVerdict, stateVerdict, targetsVerdict } from './answers.ts';
import { metaVerdict } from './blocks.ts';
import {
  containersVerdict, devicesVerdict, diskVerdict, memoryVerdict, nodesVerdict, podUseVerdict, processVerdict,
  vmstatVerdict,
} from './hosts.ts';
import { harmlessFirst } from './harmless.ts';
import { healthyGcFirst } from './healthyGc.ts';
import { logVerdict } from './logs.ts';
import { alertmanagerVerdict, etcdVerdict, ringVerdict, storesVerdict } from './members.ts';
import { describedVerdict, dockerVerdict, podsVerdict } from './pods.ts';
import { openQuestion, profilerAnswers, questionAnswer } from './questions.ts';
import {
  eventsVerdict, loadVerdict, objectsVerdict, queryVerdict, socketsVerdict, throttlingVerdict,
} from './tables.ts';
import { laterSuccess } from './successes.ts';
import {
  blocksVerdict, checkVerdict, comparisonVerdict, googleVerdict, nativeVerdict, tableVerdict, testedVerdict,
  threadsVerdict,
} from './tools.ts';
import { isSound, type Judge } from './verdict.ts';

/** Judges of texts that name no fault, by the form. */
const OF_SOUND: ReadonlyMap<string, Judge> = new Map([
  ['server-state', stateVerdict], ['targets-part', stateVerdict], ['target-health', targetsVerdict],
  ['tsdb-status', cardinalityVerdict], ['tsdb-analyze', cardinalityVerdict],
  ['bucket-analyze', cardinalityVerdict], ['tsdb-list', blocksVerdict],
  ['ring-members', ringVerdict], ['thanos-stores', storesVerdict], ['alertmanager-status', alertmanagerVerdict],
  ['etcd-status', etcdVerdict], ['top', memoryVerdict], ['free', memoryVerdict], ['ps', processVerdict],
  ['docker-stats', containersVerdict], ['kubectl-top', podUseVerdict], ['kubectl-nodes', nodesVerdict],
  ['df', diskVerdict], ['iostat', devicesVerdict], ['vmstat', vmstatVerdict], ['promtool-check', checkVerdict],
  ['ready-answer', testedVerdict], ['kubectl-pods', podsVerdict], ['pod-list', podsVerdict],
  ['docker-ps', dockerVerdict], ['compose-ps', testedVerdict],
  ['block-meta', metaVerdict], ['query-answer', queryVerdict],
  ['kubectl-claims', objectsVerdict], ['kubectl-table', objectsVerdict], ['kubectl-events', eventsVerdict],
  ['sockets', socketsVerdict], ['load-average', loadVerdict], ['cgroup-stat', throttlingVerdict],
  ['proc-status', processVerdict],
]);
/** Judges of what else is said, whatever the text tells. */
const OF_ANY: ReadonlyMap<string, Judge> = new Map([
  ['pprof-text', tableVerdict], ['perf-report', tableVerdict], ['perf-table', tableVerdict],
  ['py-spy-top', tableVerdict], ['async-flat', tableVerdict], ['native-memory', nativeVerdict],
  ['java-threads', threadsVerdict], ['criterion', testedVerdict], ['hyperfine', testedVerdict],
  ['jmh', testedVerdict], ['pytest-benchmark', testedVerdict], ['rust-bench', testedVerdict],
  ['benchmarkdotnet', testedVerdict], ['critcmp', testedVerdict], ['google-benchmark-compare', testedVerdict],
  ['google-benchmark', googleVerdict], ['benchstat', comparisonVerdict], ['kubectl-describe', describedVerdict],
]);
/** Returns the judge of a form, also as a person wrote it as a table of Markdown. */
const ofSound = (format: string): Judge | undefined =>
  OF_SOUND.get(format) ?? OF_SOUND.get(format.replace(/-table$/, ''));

/** Forms of which nothing else is reported if they are sound. */
const WITHOUT_FACTS: ReadonlySet<string> = new Set(['kubectl-describe', 'block-meta', 'kubectl-events']);
/** Facts on many parts, of which only some are reported. */
const MANY_PARTS = / more parts? (?:is|are) not reported here\.$/;
const IS_LOG = /(?:^|(?<!-query)-)log$/;
const WATCH = 'Add the server';
/** A longer text is only sampled. */
const MAX_CHARS = 512 * 1024;

/** Judges a text, and answers the question above one that names no fault. Unchanged if no rule decides. */
export function withVerdict(whole: Recognized, look: Look): Recognized {
  const { text } = look;
  if (text.length > MAX_CHARS) return whole;
  const judged = whole.door === 'log' && IS_LOG.test(whole.format) ? ofLog(whole, look) : ofForm(whole, text);
  if (judged === null) {
    const said = profilerAnswers(text, whole) ?? openBeside(whole, text);
    return said === null ? whole : { ...whole, interest: joined([whole.interest, said]) };
  }
  const mayAnswer = !OF_ANY.has(whole.format) && isSound(whole.interest ?? '') && !hasStep(judged.interest ?? '');
  const answer = mayAnswer ? questionAnswer(text, whole.format) : null;
  return answer === null ? judged : { ...judged, interest: joined([judged.interest, answer]), remedy: null };
}

/** Returns what is asked beside a fault and not answered by it; null for other texts. */
const openBeside = ({ door, format, interest }: Recognized, text: string): string | null =>
  (interest === null || door === 'profile' || format === 'unknown' || isSound(interest) ? null
    : openQuestion(text, format, interest));

function ofForm(whole: Recognized, text: string): Recognized | null {
  const { format, interest } = whole;
  const facts = interest ?? '';
  if ((interest === null && !WITHOUT_FACTS.has(format)) || MANY_PARTS.test(facts)) return null;
  const judge = OF_ANY.get(format) ?? (isSound(facts) ? ofSound(format) : undefined);
  const verdict = judge?.(whole.pasted ?? text, facts, whole) ?? null;
  if (verdict !== null) return { ...whole, interest: joined([interest, verdict.said]), remedy: verdict.next };
  // What is wrong is not seen better over time.
  const isFiller = whole.remedy?.startsWith(WATCH) === true && facts !== '' && !isSound(facts);
  return isFiller ? { ...whole, remedy: null } : null;
}

function ofLog(whole: Recognized, look: Look): Recognized | null {
  const { format, interest } = whole;
  if (interest !== null) {
    const harmless = isSound(interest) ? null : harmlessFirst(look, interest);
    if (harmless !== null) return { ...whole, interest: harmless };
    const traced = healthyGcFirst(look, interest);
    if (traced !== null) return { ...whole, interest: traced };
  }
  const verdict = logVerdict(look, format, interest ?? '')
    ?? (interest === null || isSound(interest) ? null : laterSuccess(look));
  return verdict === null ? null : { ...whole, interest: joined([interest, verdict]) };
}
