/**
 * Selects profiles that show the code of a rule group or scrape job: at its pulses, compared with outside them. Pure.
 */
import type { GcCpuPanel, GcProfile, Span, Spike, SpikeTrain } from '../../contract/contract.ts';
import { comparedDuring, type ComparedProfile } from '../../quietClaim.ts';
import { render } from '../../text/parts.ts';

/** Share of a pulse that a profile must cover to show it. */
const MIN_COVER = 0.8;
/** Minimum share of pulses in a profile outside of spikes; longer profiles dilute them more. */
const MIN_SHARE = 0.02;

/** `before`: of a diff; null for a flame graph of `after`. `words`: what it shows. */
export interface TrainCode { before: string | null; after: string; words: string }

type Panel = Pick<GcCpuPanel, 'spikes' | 'profiles'>;

/**
 * Returns for a named train the diff of its largest spike against quiet times, else of the profile with most of its
 * pulses against the nearest one without any, else that profile alone. Null if no profile covers a pulse.
 */
function trainCode({ spikes: { spikes, trains = [] }, profiles }: Panel, place: number): TrainCode | null {
  const train = trains[place];
  if (train?.verdict !== 'named') return null;
  const own = spikes.filter((spike) => spike.trains?.includes(place) === true)
    .toSorted((a, b) => b.coreSeconds - a.coreSeconds);
  const foreign = spikes.filter((spike) => !own.includes(spike));
  const apart = profiles.filter((profile) => !touchesAny(takenOf(profile), foreign));
  const compared = comparedDuring(apart, own) ?? apart.findLast((one): one is ComparedProfile => (
    one.againstQuiet !== undefined && pulseShare(train, takenOf(one)) >= MIN_SHARE
  ));
  if (compared !== undefined) {
    const { beforeId, claim } = compared.againstQuiet;
    return { before: beforeId, after: compared.id, words: render(claim) };
  }
  return plainCode(train, apart, own);
}

/** Returns the code of each train, in their order. */
export function trainCodes(panel: Panel): (TrainCode | null)[] {
  return (panel.spikes.trains ?? []).map((_, place) => trainCode(panel, place));
}

/** Returns code from profiles that were not compared. */
function plainCode(train: SpikeTrain, apart: readonly GcProfile[], own: readonly Spike[]): TrainCode | null {
  const timed = apart.flatMap((profile) => {
    const taken = takenOf(profile);
    return taken === null ? [] : [{ profile, taken, share: pulseShare(train, taken) }];
  });
  const [at] = timed.filter(({ share, taken }) => share >= MIN_SHARE || (share > 0 && touchesAny(taken, own)))
    .toSorted((a, b) => b.share - a.share);
  if (at === undefined) return null;
  const one = train.kind === 'rule-group' ? 'evaluation' : 'scrape';
  const [outside] = timed.filter(({ taken, share }) => share === 0 && !touchesAny(taken, own))
    .toSorted((a, b) => Math.abs(a.taken.start - at.taken.start) - Math.abs(b.taken.start - at.taken.start));
  return outside === undefined
    ? { before: null, after: at.profile.id, words: `Flame graph of a profile over its ${one}.` }
    : { before: outside.profile.id, after: at.profile.id, words: `A profile over its ${one} against one outside.` };
}

/** Returns the time of a profile on tsdbscope's clock; null if only known on the target's. */
function takenOf({ againstQuiet, onOurClock, start, durationSeconds }: GcProfile): Span | null {
  if (againstQuiet !== undefined) return againstQuiet.taken;
  return onOurClock === true ? { start, end: start + durationSeconds } : null;
}

function touchesAny(taken: Span | null, spans: readonly Span[]): boolean {
  return taken !== null && spans.some(({ start, end }) => start <= taken.end && end >= taken.start);
}

/** Returns the share of a profile in pulses that it covers; 0 if it covers none or only a part of one. */
function pulseShare({ since, lastStart, periodSeconds, widthSeconds }: SpikeTrain, taken: Span | null): number {
  if (taken === null || !(periodSeconds > 0)) return 0;
  const from = since ?? lastStart;
  const width = Math.max(widthSeconds, 0.001);
  const first = lastStart - periodSeconds * Math.floor((lastStart - taken.start + width) / periodSeconds);
  let covered = 0;
  for (let start = first; start < taken.end; start += periodSeconds) {
    if (start < from - periodSeconds / 2) continue;
    const seconds = Math.min(taken.end, start + width) - Math.max(taken.start, start);
    if (seconds >= MIN_COVER * width) covered += seconds;
  }
  return covered / (taken.end - taken.start);
}
