/**
 * Trains of pulses that live targets stated and their metrics lack: `trains/<id>.json` in the data folder, one per
 * target, so that a past window has them.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { TargetTrain } from '../../../../core/contract/contract.ts';
import { fail, firstLine, ok, type Result } from '../../../../core/result.ts';
import { JsonFolder } from '../../../kernel/files/jsonFolder.ts';

/** Enough for 5000 trains with long names. */
const MAX_BYTES = 4 * 2 ** 20;
const MAX_TRAINS = 5000;
const MAX_TEXT = 1000;
/** Targets, including those no longer scraped; the most recently read are kept. */
const MAX_TARGETS = 1000;

export interface StoredTrains {
  target: string;
  /** Time of the last read. */
  atMs: number;
  trains: TargetTrain[];
}

export class TrainStore {
  #known = new Map<string, StoredTrains>();

  private constructor(
    private readonly files: JsonFolder<StoredTrains>, private readonly notice: (text: string) => void
  ) {}

  /** Never fails: reports files that cannot be read, and ignores them. */
  static async open(dataDir: string, notice: (sentence: string) => void): Promise<TrainStore> {
    const files = new JsonFolder<StoredTrains>({
      folder: join(dataDir, 'trains'), id: /^[0-9a-f]{64}$/, maxBytes: MAX_BYTES, check: checked, notice,
      noun: 'file of scrape phases', consequence: 'the phases of its target are read again',
    });
    const store = new TrainStore(files, notice);
    store.#known = await files.load();
    for (const [id] of [...store.#known].sort(([, a], [, b]) => b.atMs - a.atMs).slice(MAX_TARGETS)) {
      store.#known.delete(id);
      await files.remove(id).catch((error: unknown) => { notice(notRemoved(error)); });
    }
    return store;
  }

  get(target: string): StoredTrains | undefined {
    return this.#known.get(idOf(target));
  }

  /** Resolves when it is on disk; a failure is reported, and the value in memory is used. */
  async put(stored: StoredTrains): Promise<void> {
    const id = idOf(stored.target);
    const bounded = { ...stored, trains: stored.trains.slice(0, MAX_TRAINS) };
    this.#known.set(id, bounded);
    await this.files.write(id, bounded).catch((error: unknown) => {
      this.notice(
        `The scrape phases of ${stored.target} cannot be stored in the data folder (${firstLine(error)}); `
          + 'free space or make it writable.'
      );
    });
  }

  settled(): Promise<void> {
    return this.files.settled();
  }
}

function notRemoved(error: unknown): string {
  return `An old file of scrape phases cannot be removed (${firstLine(error)}); make the data folder writable.`;
}

function idOf(target: string): string {
  return createHash('sha256').update(target).digest('hex');
}

function checked(value: unknown): Result<StoredTrains> {
  const { target, atMs, trains } = (value ?? {}) as Partial<Record<keyof StoredTrains, unknown>>;
  if (typeof target !== 'string' || typeof atMs !== 'number' || !Array.isArray(trains))
    return fail('bad_data', 'it does not hold trains of a target');
  return ok({ target, atMs, trains: knownTrains(trains) });
}

/** Returns the valid trains among values from outside. */
export function knownTrains(values: readonly unknown[]): TargetTrain[] {
  return values.filter(isTrain).slice(0, MAX_TRAINS);
}

function isTrain(value: unknown): value is TargetTrain {
  if (typeof value !== 'object' || value === null) return false;
  const one = value as Partial<Record<keyof TargetTrain, unknown>>;
  const isText = (text: unknown): boolean => typeof text === 'string' && text.length <= MAX_TEXT;
  const isNumber = (number: unknown): number is number => typeof number === 'number' && Number.isFinite(number);
  return (one.kind === 'rule-group' || one.kind === 'scrape-job') && isText(one.name)
    && (one.file === null || isText(one.file)) && (one.instance === null || isText(one.instance))
    && isNumber(one.periodSeconds) && one.periodSeconds > 0 && isNumber(one.phase) && isNumber(one.phaseErrorSeconds)
    && (one.widthSeconds === null || isNumber(one.widthSeconds)) && isNumber(one.since)
    && (one.until === null || isNumber(one.until));
}
