/**
 * Ends what is said of a text with a judgement by rule, and with at most one step that leads further than its facts.
 * Never claims more than the text shows: it names no fault, or a limit is near. Pure.
 */
import { joined } from '../../look/factTools.ts';
import type { Recognized } from '../../look/recognized.ts';
import { cardinalityVerdict, stateVerdict, targetsVerdict } from './answers.ts';
import {
  containersVerdict, devicesVerdict, diskVerdict, memoryVerdict, nodesVerdict, podUseVerdict, processVerdict,
  vmstatVerdict,
} from './hosts.ts';
import { alertmanagerVerdict, etcdVerdict, ringVerdict, storesVerdict } from './members.ts';
import { blocksVerdict, checkVerdict, googleVerdict, tableVerdict, testedVerdict, threadsVerdict } from './tools.ts';
import { isSound, type Judge } from './verdict.ts';

/** Judges of texts that name no fault, by the form. */
const OF_SOUND: ReadonlyMap<string, Judge> = new Map([
  ['server-state', stateVerdict], ['targets-part', stateVerdict], ['target-health', targetsVerdict],
  ['tsdb-status', cardinalityVerdict], ['tsdb-analyze', cardinalityVerdict], ['tsdb-list', blocksVerdict],
  ['ring-members', ringVerdict], ['thanos-stores', storesVerdict], ['alertmanager-status', alertmanagerVerdict],
  ['etcd-status', etcdVerdict], ['top', memoryVerdict], ['free', memoryVerdict], ['ps', processVerdict],
  ['docker-stats', containersVerdict], ['kubectl-top', podUseVerdict], ['kubectl-nodes', nodesVerdict],
  ['df', diskVerdict], ['iostat', devicesVerdict], ['vmstat', vmstatVerdict], ['promtool-check', checkVerdict],
]);
/** Judges of what else is said, whatever the text tells. */
const OF_ANY: ReadonlyMap<string, Judge> = new Map([
  ['pprof-text', tableVerdict], ['perf-report', tableVerdict], ['perf-table', tableVerdict],
  ['java-threads', threadsVerdict], ['criterion', testedVerdict], ['hyperfine', testedVerdict],
  ['jmh', testedVerdict], ['pytest-benchmark', testedVerdict], ['rust-bench', testedVerdict],
  ['benchmarkdotnet', testedVerdict], ['critcmp', testedVerdict], ['google-benchmark-compare', testedVerdict],
  ['google-benchmark', googleVerdict],
]);
/** A longer text is only sampled. */
const MAX_CHARS = 512 * 1024;

/** Returns `whole` with its verdict; unchanged if no rule decides. */
export function withVerdict(whole: Recognized, text: string): Recognized {
  const { format, interest } = whole;
  if (interest === null || text.length > MAX_CHARS) return whole;
  const judge = OF_ANY.get(format) ?? (isSound(interest) ? OF_SOUND.get(format) : undefined);
  const verdict = judge?.(whole.pasted ?? text, interest, whole) ?? null;
  return verdict === null ? whole
    : { ...whole, interest: joined([interest, verdict.said]), remedy: verdict.next };
}
