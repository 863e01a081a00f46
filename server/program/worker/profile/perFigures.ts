/** Runs in the main thread: the divisors for the values of a profile, as far as its target's recording has them. */
import type { Per, PerFigure, ProfileInfo, ProfilePer, TimeInterval } from '../../../../core/contract/contract.ts';
import { profileTarget } from '../../../../core/profileTarget.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import { scaleUnit } from '../../../profile/query/units.ts';
import type { ViewName } from '../../../data/store/files/profileCatalog.ts';
import type { ProfileRef } from './profileMethods.ts';

/** Returns the samples that the target ingested in these intervals, by its recording; null if unknown. */
export type IngestedIn = (target: string, intervals: readonly TimeInterval[]) => Promise<number | null>;

export interface Known { info: ProfileInfo; ref: ProfileRef }

/** Returns the capture's own figure, else the recording's; null for a snapshot since the start without one. */
async function samplesIngested({ info, ref }: Known, ask: IngestedIn | undefined): Promise<number | null> {
  const { samplesIngested: own } = ref;
  if (own !== undefined) return info.durationSeconds === null ? own.end : own.end - own.start;
  const target = profileTarget(info);
  if (target === null || ask === undefined || info.time === null || info.durationSeconds === null) return null;
  const times = info.source.how === 'merged' ? info.source.times
    : [{ start: info.time, end: info.time + info.durationSeconds }];
  return ask(target, times);
}

/** Adds the samples ingested if the capture did not count them and the recording has them. */
export async function withIngested(known: Known, ask: IngestedIn | undefined): Promise<ProfileRef> {
  const end = known.ref.samplesIngested === undefined ? await samplesIngested(known, ask) : null;
  return end === null ? known.ref : { ...known.ref, samplesIngested: { start: 0, end } };
}

/** Returns the mean scale: values of a group are means of its profiles. */
export function meanScale(per: Per, amounts: readonly number[]): { per: Per; amount: number } {
  return { per, amount: amounts.reduce((sum, one) => sum + one, 0) / amounts.length };
}

export async function perFigures(
  known: Known, sampleType: string, ask: IngestedIn | undefined
): Promise<ProfilePer> {
  const { info } = known;
  const unit = info.sampleTypes.find(({ type }) => type === sampleType)?.unit ?? '';
  return { sampleType, second: perSecond(info, unit), sample: await perSample(known, sampleType, ask) };
}

function perSecond({ kind, durationSeconds }: ProfileInfo, unit: string): PerFigure {
  if (kind !== 'cpu') return not('Cores are CPU time per second; this is no CPU profile.');
  if (scaleUnit(1, unit, 'nanoseconds').unit !== 'ns')
    return not('Cores are CPU time per second: choose its sample type.');
  return durationSeconds === null || durationSeconds <= 0 ? not('The profile does not say how long it took.')
    : { amount: durationSeconds, reason: '' };
}

/**
 * Returns the divisor per ingested sample; none for memory in use or goroutines, which samples since the start do not
 * explain.
 */
async function perSample(
  known: Known, sampleType: string, ask: IngestedIn | undefined
): Promise<PerFigure> {
  if (sampleType.startsWith('inuse_') || ['goroutine', 'threadcreate'].includes(known.info.kind))
    return not('This is a state at one moment, which ingested samples do not add up to.');
  const amount = await samplesIngested(known, ask);
  if (amount !== null && amount > 0) return { amount, reason: '' };
  if (amount !== null) return not('No sample was ingested while the profile was taken.');
  return not(profileTarget(known.info) === null ? 'The profile belongs to no target, so its ingest is not known.'
    : 'No counter of ingested samples is recorded for the time of the profile.');
}

function not(reason: string): PerFigure {
  return { amount: null, reason };
}

/** Returns the amount of each profile; error `bad_data` with the reason if one has none. */
export async function amountsOf(
  ids: readonly string[], figuresOf: (id: string) => Promise<Result<ProfilePer>>, per: Per, side = ''
): Promise<Result<number[]>> {
  const amounts: number[] = [];
  for (const id of ids) {
    const figures = await figuresOf(id);
    if (!figures.ok) return figures;
    const { amount, reason } = figures.value[per];
    if (amount === null) return fail('bad_data', `per=${per}${side === '' ? '' : `, ${side} side`}: ${reason}`);
    amounts.push(amount);
  }
  return ok(amounts);
}

/** Returns whether the view is a text or picture, which always shows the profile's own values. */
export function isPlain(view: ViewName, { per }: { per?: Per }): boolean {
  return per !== undefined && (view === 'text' || view === 'flameFile' || view === 'graph');
}

export const NOT_PER = fail(
  'bad_data', 'per= is for tables and flame graphs as JSON or CSV; ask for this one without it'
);

/** Returns the normalization under which one divisor fits both sides; error `bad_data` for another one. */
export function normalizeFor(per: Per, asked: string): Result<'duration' | 'samples-ingested'> {
  const needed = per === 'second' ? 'duration' : 'samples-ingested';
  return asked === 'none' || asked === needed ? ok(needed)
    : fail('bad_data', `per=${per} divides each side by its own ${per === 'second' ? 'seconds' : 'ingested samples'}; `
      + `ask for it without normalize=${asked.slice(0, 40)}`);
}
