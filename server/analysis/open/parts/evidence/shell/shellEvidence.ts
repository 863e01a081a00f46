/**
 * Puts what the output of commands in a text shows of its fault behind that fault: counters, flags, nodes and folders.
 * Pure; bounded.
 */
import { joined } from '../../../look/factTools.ts';
import type { Recognized } from '../../../look/recognized.ts';
import { emptyCheckpoint, OF_EMPTY_CHECKPOINT, READS_CHECKPOINT } from '../../../outputs/blocks/emptyFolders.ts';
import { isQuiet } from '../../gravity.ts';
import { sentencesOf } from '../../../look/sentences.ts';
import { causesAtStart } from '../../sentences.ts';
import { ANY_FAULT } from '../faults.ts';
import { countedFolders } from '../limits/counts.ts';
import { withSources } from './blockSources.ts';
import { featuresOn } from './features.ts';
import { pastedMetrics } from './pastedMetrics.ts';
import { badNode } from './podNodes.ts';
import { MERGED, OF_MERGED, ringPage, SEE_RING } from './ringPage.ts';

/** Forms whose own facts tell their metrics. */
const OF_METRICS: ReadonlySet<string> = new Set(['metrics', 'pprof-diff']);
/** Pods that a list shows as not well. */
const NOT_WELL = /\S is (?!Running|Completed|Succeeded)[A-Z]\w{3,40}|\bnot ready\b/;

/** Returns `whole` with that evidence; unchanged without a fault or without such outputs. */
export function withShellEvidence(recognized: Recognized, text: string): Recognized {
  const told = recognized.interest;
  const whole = told === null ? recognized : { ...recognized, interest: withSources(told, text) };
  const { interest, door, format } = whole;
  if (interest === null || (door !== 'log' && door !== null) || OF_METRICS.has(format)) return whole;
  const ring = ringPage(interest, text, 'The text');
  if (ring !== null && MERGED.test(ring)) return {
    ...whole, interest: joined([ring, ...sentencesOf(interest).filter((one) => !OF_MERGED.test(one))]),
  };
  const node = ring === null && NOT_WELL.test(interest) ? badNode(text) : null;
  const isFault = !isQuiet(interest) && ANY_FAULT.test(interest);
  const metrics = isFault ? pastedMetrics(interest, text) : null;
  const shown = joined([
    isFault ? featuresOn(interest, text) : null, isFault ? checkpointFact(text) : null, ring, metrics,
  ]);
  const known = ring === null ? interest : interest.replace(SEE_RING, '');
  const own = metrics === null ? known : withoutNeedless(known, metrics);
  const isFixed = shown?.includes(' were fixed in ') === true;
  const said = ofInodes(isFixed ? own.replace(REPORT, '; it is known.') : own, text);
  const facts = shown === null ? said : behindMeaning(said, shown);
  // What pods share comes before the state of each of them.
  return facts === interest && node === null ? whole
    : { ...whole, interest: LISTS.has(format) ? joined([node, facts]) : node === null ? facts : `${facts} ${node}` };
}

/** The step for an error in the code of a program that is not known. */
const REPORT = /: look for a newer version, and report it with the whole stack\./;

/** Puts a sentence behind the first one, its cause and its meaning. */
function behindMeaning(facts: string, said: string): string {
  const [first = '', ...rest] = sentencesOf(facts);
  const count = causesAtStart(rest);
  return [first, ...rest.slice(0, count), said, ...rest.slice(count)].join(' ');
}

/** Returns the empty checkpoint that the code in the text cannot read; null without both. */
function checkpointFact(text: string): string | null {
  const name = READS_CHECKPOINT.test(text) ? emptyCheckpoint(text) : null;
  return name === null ? null : `By the listing in the text, ${name} is empty, so the replay of the WAL finds no `
    + `segment in it. ${OF_EMPTY_CHECKPOINT}`;
}

/** The advice to look for the folder with the files, which a command in the text has counted. */
const FIND_FILES = /: find the folder with most files \(du --inodes -x\) and delete or move them\./;
const MANY_FILES = 100_000;

/** Returns facts on inodes with the folder that has so many files, if the text counts them. */
function ofInodes(facts: string, text: string): string {
  if (!FIND_FILES.test(facts)) return facts;
  const [folder] = countedFolders(text).filter(({ count }) => count >= MANY_FILES)
    .toSorted((a, b) => b.count - a.count);
  return folder === undefined ? facts : facts.replace(FIND_FILES, () => `. The text counts ${
    folder.count.toLocaleString('en-US')} files in ${folder.path}: see what writes them and why none is deleted, then `
    + 'delete or move them.');
}

/** Lists of pods, whose states their node explains. */
const LISTS: ReadonlySet<string> = new Set(['kubectl-pods', 'pod-list']);

/** The step of a notification in vain, which the metrics by integration make more exact. */
const SLOW_RECEIVER = / The receiver did not answer a notification in time: see whether [^.\n]{1,200}\.(?= |$)/;
const withoutNeedless = (facts: string, metrics: string): string =>
  (/ So the fault is on the way to /.test(metrics) ? facts.replace(SLOW_RECEIVER, '') : facts);
