/** Tells that the errors of one log go with those of another: one names the other, and follows it. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { joined, middleGap, quoted } from '../../look/factTools.ts';
import { hasName, type CaseLog } from './caseLog.ts';
import { troublesOf, wholeText, type Trouble } from './troubles.ts';

/** Lines within this time are of one moment. */
const MOMENT_MS = 1000;
const MAX_APART_MS = 60_000;
/** Offsets of one cause differ by less, or by less of their size. */
const EVEN_MS = 1000;
const EVEN_RATIO = 0.2;
const SAME_RATIO = 0.05;
/** Moments without a name that are not by chance at one distance. */
const MIN_UNNAMED = 4;
/** A log with more moments for each of the other's, or with less time between them, has one near every time. */
const MAX_DENSITY = 3;
const MIN_GAP_RATIO = 4;
const MAX_QUOTED = 2;
const MAX_NAMED_LINES = 20;

/** Returns the moments of troubles, in ms: lines close to each other are one. */
export function momentsOf(troubles: readonly Trouble[]): number[] {
  const times = troubles.flatMap(({ lines }) => lines.map(({ timeMs }) => timeMs)).sort((a, b) => a - b);
  return times.filter((time, i) => i === 0 || time - (times[i - 1] ?? time) > MOMENT_MS);
}

/** Returns the name by which the troubles of a log name the other one; null if they do not. */
export function nameOf(troubles: readonly Trouble[], other: CaseLog): string | null {
  const texts = troubles.flatMap(({ lines }) => lines.slice(0, MAX_NAMED_LINES).map(wholeText));
  return other.names.find((name) => texts.some((text) => hasName(text, name))) ?? null;
}

/** Returns how long after one of the other's moments each comes, in ms; null unless all do at one distance. */
function offsetOf(moments: readonly number[], others: readonly number[]): [least: number, most: number] | null {
  if (others.length === 0 || others.length > MAX_DENSITY * moments.length) return null;
  const offsets = moments.map((moment) =>
    moment - (others.findLast((other) => other <= moment + MOMENT_MS / 2) ?? -Infinity));
  const [least, most] = [Math.min(...offsets), Math.max(...offsets)];
  if ((middleGap(others) ?? Infinity) < MIN_GAP_RATIO * Math.max(most, MOMENT_MS)) return null;
  return most <= MAX_APART_MS && most - least <= Math.max(EVEN_MS, EVEN_RATIO * most) ? [least, most] : null;
}

const DROPPED = /^non-recoverable error$/;
const REFUSED_FIELD = 'numDropped';
const countOf = (text: string | undefined): number => (/^\d{1,12}$/.test(text ?? '') ? Number(text) : 0);

/** Compares what a sender counts as lost, which is whole requests, with what the receiver says that it refused. */
function samplesOf(sender: CaseLog, receiver: CaseLog): string | null {
  const sum = ({ lines }: CaseLog, key: string, isOf: RegExp): number => lines
    .filter(({ message }) => isOf.test(message)).reduce((all, { fields }) => all + countOf(fields[key]), 0);
  const lost = sum(sender, 'count', DROPPED) + sum(sender, 'failedSampleCount', DROPPED);
  const refused = sum(receiver, REFUSED_FIELD, /./);
  return lost === 0 || refused === 0 || refused >= lost ? null
    : `By ${REFUSED_FIELD}, ${receiver.name} refused ${refused.toLocaleString('en-US')} samples; the ${
      lost.toLocaleString('en-US')} of ${sender.name} are the size of the requests that had them.`;
}

/** Tells the errors of `one` that go with those of `other`; null if nothing ties them. */
export function pairedLogs(one: CaseLog, other: CaseLog): string | null {
  const [own, others] = [troublesOf(one.lines), troublesOf(other.lines)];
  const errors = own.some(({ isError }) => isError) ? own.filter(({ isError }) => isError) : own;
  const name = nameOf(errors, other);
  const named = name === null ? errors : errors.filter(({ lines }) => lines.some((line) =>
    hasName(wholeText(line), name)));
  const moments = momentsOf(named);
  const offset = moments.length < 2 && name === null ? null : offsetOf(moments, momentsOf(others));
  if (offset === null || (name === null && moments.length < MIN_UNNAMED)) return null;
  const [least, most] = offset.map((ms) => formatSeconds(Math.max(0, ms) / 1000));
  const isOne = offset[1] - offset[0] < SAME_RATIO * offset[1];
  const after = offset[1] < MOMENT_MS ? 'at the time of' : `${isOne ? most : `${least} to ${most}`} after`;
  const reasons = others.filter(({ lines }) => lines.some(({ timeMs }) => moments.some((moment) =>
    moment - timeMs >= -MOMENT_MS && moment - timeMs <= offset[1] + MOMENT_MS)));
  const said = reasons.slice(0, MAX_QUOTED).map((reason) => quoted(reason.said)).join(' and ');
  const isError = reasons.some((reason) => reason.isError);
  const which = `${isError ? 'an error' : 'a warning'} of ${other.name} (${said})`;
  const who = moments.length === 1 ? `The error of ${one.name}` : `Each of the ${moments.length} errors of ${one.name}`;
  return joined([
    name === null ? `${who} comes ${after} ${which}: they are probably of one matter.`
      : `${who} names ${name} and comes ${after} ${which}: the reason is there.`,
    samplesOf(one, other),
  ]);
}
