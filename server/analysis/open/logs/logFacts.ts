/** Facts from logs of other programs that matter to readers here: crashes and repeated errors. */
import { mayMatch } from '../../../../core/text/prefilter/fits.ts';
import { refusedLists } from './ordinary/refusedLists.ts';
import { crashOf } from './crashes/crashFacts.ts';
import { distinct, joined, quoted } from '../look/factTools.ts';
import { unrepairedWal, withoutGuess } from './chains/files/unrepairedWal.ts';
import { withDuplicates } from './chains/duplicateMetrics.ts';
import { withUnhealthyMember } from './chains/earlier/unhealthyMembers.ts';
import { withNewTagValues } from './chains/compared/newTagValues.ts';
import { reversedWal } from './chains/compared/reversedWal.ts';
import { withTimeoutBursts } from './chains/compared/timeoutBursts.ts';
import { withOutcome } from './chains/settled/outcome.ts';
import { withGoneMember } from './chains/goneMembers.ts';
import { gcTraceFacts } from './gcTrace.ts';
import { kernelFacts } from './kernelFacts.ts';
import { overlapFacts } from './chains/files/overlaps.ts';
import { diskFullFacts, rustCrash, servedPanic } from './crashes/otherCrashes.ts';
import type { Look } from '../look/look.ts';
import { withoutElsewhere } from './probes/kubeletKills.ts';
import { withoutWait } from './said/causes/waitMeanings.ts';
import { errorFacts } from './said/saidLines.ts';

/** Describes panics, fatal and repeated errors, messages of the kernel and systemd, and a GC trace if any. */
export function crashFacts(whole: Look): string | null {
  const lists = refusedLists(whole);
  const look = lists?.rest ?? whole;
  const unrepaired = unrepairedWal(distinct(look));
  const repair = unrepaired === null ? repairFacts(look) : null;
  const ends = joined([
    crashOf(look), rustCrash(look), reversedWal(distinct(look)), servedPanic(look), unrepaired, kernelFacts(look),
    repair, overlapFacts(look),
  ]);
  const rest = repair === null ? look : withoutLines(look, OF_REPAIR);
  const others = withoutGuess(withoutOverlap(notSaid(errorFacts(rest), ends), ends), unrepaired);
  const errors = ends === null ? others : withoutWait(others);
  const facts = withoutAgain(joined([
    ends, lists?.fact ?? null, diskFullFacts(look, joined([ends, errors])), errors, gcTraceFacts(look),
  ]));
  const timed = withNewTagValues(withTimeoutBursts(withoutElsewhere(facts), look), distinct(look));
  return withOutcome(withDuplicates(withUnhealthyMember(withGoneMember(timed, look), look), look.head), look);
}

/** Drops a cause that a sentence before it has quoted already. */
function withoutAgain(facts: string | null): string | null {
  return facts?.replace(/ The cause given is ("[^"]{1,400}")\.(?= |$)/g, (said, quote: string, at: number) =>
    (facts.slice(0, at).includes(quote) ? '' : said)) ?? null;
}

/** An error of a log, in front of which only what was lost is told. */
const FIRST_ERROR = /(^|^It (?:dropped|discarded|lost) [^\n]{1,2000}?\. )(?:It logged the|The) error "([^"]{1,200})"/;

/** Drops the errors if `ends` already states the first, as when a line logs a panic as an error. */
function notSaid(errors: string | null, ends: string | null): string | null {
  const [, before = '', message] = FIRST_ERROR.exec(errors ?? '') ?? [];
  return message !== undefined && ends?.includes(message) === true ? before.trim() || null : errors;
}

/** Returns what was read without the lines of a kind. */
export function withoutLines(look: Look, kind: RegExp): Look {
  const isKept = look.lines.map((line) => !kind.test(line));
  return {
    ...look, lines: look.lines.filter((_, i) => isKept[i]), stamps: look.stamps.filter((_, i) => isKept[i]),
    cuts: look.cuts.filter((_, i) => isKept[i]),
  };
}

/** The messages of a repair, which one sentence tells; one that failed is none of them. */
const OF_REPAIR = new RegExp(/\bencountered WAL read error, attempting repair|\bstarting corruption repair/.source
  + /|\bdeleting all segments newer than corrupted segment|\brewrite corrupted segment|\bsuccessfully repaired WAL/
    .source, 'i');
const DELETED = /Deleting all segments newer than corrupted segment/i;
const CAUSE = ' The cause given is "';

/** Drops the error that quotes the overlap of blocks which `ends` tells, and keeps what it means. */
function withoutOverlap(errors: string | null, ends: string | null): string | null {
  if (errors === null || ends?.includes('Blocks overlap') !== true) return errors;
  const from = errors.indexOf(CAUSE);
  const to = errors.indexOf('".', from + CAUSE.length);
  const isSame = from > 0 && to > 0 && /overlaps? found/.test(errors.slice(from, to));
  return isSame ? errors.slice(to + 2).trim() || null : errors;
}

/** Describes what a TSDB deletes to start with a damaged WAL; null if nothing. */
function repairFacts(look: Look): string | null {
  if (!mayMatch(DELETED, look.bare)) return null;
  const lines = distinct(look);
  const found = lines.find((line) => /corruption in segment/.test(line) && /attempting repair/i.test(line));
  const from = lines.flatMap((line) =>
    (DELETED.test(line)
      ? /"?\bsegment"?[=:] ?"?(\d{1,9})/.exec(line)?.[1] ?? [] : [])).at(-1);
  if (from === undefined) return null;
  const why = /(corruption in segment [^"]{1,300})/.exec(found ?? '')?.[1];
  return `Its WAL was damaged, and it deleted what came after the damage in segment ${from}, with all newer `
    + `segments: samples that were `
    + `only there are lost; its blocks are not concerned.${why === undefined ? '' : ` It said ${quoted(why)}.`} `
    + 'Look at the space and the errors of that disk, and at how the process ended before.';
}
