import type { CaptureReason, KeptProfiles, ProfileInfo } from '../../../../core/contract/contract.ts';
import { SerialQueue } from '../../../../core/serialQueue.ts';
import { log } from '../../../kernel/logging/log.ts';
import { namesProfile } from './namedProfiles.ts';
import type { ProfileCatalog } from '../../../data/store/files/profileCatalog.ts';

/** Share of the budget that remains after a removal, so that not every new profile causes one. */
const DOWN_TO = 0.95;

export interface ProfileBudgetOptions {
  profiles: Pick<ProfileCatalog, 'list' | 'remove'>;
  /** Returns the texts of the target's notes and of embeds; profiles named in them are kept. */
  texts: (target: string) => readonly string[];
}

/** Counts each target's profiles that tsdbscope took by itself, and removes the oldest beyond the budget. */
export class ProfileBudget {
  private readonly bytes = new Map<string, number>();
  private readonly queue = new SerialQueue();

  constructor(private readonly options: ProfileBudgetOptions) {}

  /** Returns the automatic profiles of a target, newest first. */
  async kept(target: string): Promise<ProfileInfo[]> {
    return (await this.options.profiles.list()).filter((info) => isAutomatic(info, target));
  }

  /** Returns the page's summary of `kept`. */
  describe(
    target: string, kept: readonly ProfileInfo[]
  ): Pick<KeptProfiles, 'profiles' | 'bytes' | 'hours' | 'pinned'> {
    const isNamed = namesProfile(this.options.texts(target), kept.map((info) => ({ info })));
    return {
      profiles: kept.length, bytes: sumOf(kept), hours: kept.filter(({ source }) => source.how === 'merged').length,
      pinned: kept.filter(isNamed).map(({ id }) => id),
    };
  }

  /** Adds the bytes of a new profile. Beyond the budget, removes the oldest continuous profiles first. */
  add(target: string, sizeBytes: number, budgetBytes: number): Promise<void> {
    return this.queue.run(() => this.count(target, sizeBytes, budgetBytes));
  }

  private async count(target: string, sizeBytes: number, budgetBytes: number): Promise<void> {
    const before = this.bytes.get(target) ?? sumOf(await this.kept(target)) - sizeBytes;
    this.bytes.set(target, before + sizeBytes);
    if (before + sizeBytes <= budgetBytes) return;
    const kept = await this.kept(target);
    const isNamed = namesProfile(this.options.texts(target), kept.map((info) => ({ info })));
    let bytes = sumOf(kept);
    for (const info of kept.toReversed()) {
      if (bytes <= DOWN_TO * budgetBytes) break;
      if (!isContinuous(info) || isNamed(info)) continue;
      const removed = await this.options.profiles.remove(info.id);
      if (removed.ok) bytes -= info.sizeBytes;
      else log.warn('A profile beyond the budget could not be removed.', { target, reason: removed.error.message });
    }
    this.bytes.set(target, bytes);
  }
}

export function sumOf(profiles: readonly ProfileInfo[]): number {
  return profiles.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

/** Includes rolled-up profiles. */
function isContinuous({ source }: ProfileInfo): boolean {
  return source.how === 'merged' || (source.how === 'capture' && source.reason?.how === 'continuous');
}

/** Excludes replay profiles, which have their own limit, and profiles requested by people. */
function isAutomatic({ source }: ProfileInfo, target: string): boolean {
  if (source.how === 'merged') return source.target === target;
  return source.how === 'capture' && source.target === target
    && source.reason !== undefined && isByItself(source.reason);
}

/** Returns whether tsdbscope took it by itself; includes profiles booked by a rule. */
function isByItself({ how, rule }: CaptureReason): boolean {
  return how === 'continuous' || how === 'triggered' || how === 'baseline' || (how === 'booked' && rule !== undefined);
}
