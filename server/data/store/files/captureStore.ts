/** The list of captures in the data folder, `captures/captures.ndjson`, each with its reason and its cost. */
import { join } from 'node:path';
import type { Capture } from '../../../../core/contract/contract.ts';
import { fail, firstLine, ok, writeErrorType, type Result } from '../../../../core/result.ts';
import type { Faults } from '../../../kernel/files/faults.ts';
import {
  LOCAL_ONLY, openLocal, type ReplicatedStore, type ReplicatedPart, type OpenReplicas,
} from '../../../kernel/files/replicatedStore.ts';
import { LineLog } from '../../../kernel/files/lineLog.ts';

/** Captures kept per target; continuous ones are counted apart, as they would displace all others within hours. */
const KEPT_OF_TARGET = 300;
/** Targets, including those no longer configured; the oldest are deleted first. */
const MAX_TARGETS = 100;
const FAULT = 'captures';
/** Format of `randomUUID`. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Line of a capture that another tsdbscope removed. */
interface Removed { id: string; removed: true }

export class CaptureStore {
  /** Captures by target, then by id: rules check those of a target with each scrape. */
  private readonly targets = new Map<string, Map<string, Capture>>();
  private readonly log: LineLog<Capture | Removed>;
  private lasting: ReplicatedStore = LOCAL_ONLY;
  /** Ids of old captures that `take` dropped since the last change. */
  private readonly forgotten: string[] = [];

  private constructor(dataDir: string, private readonly faults: Pick<Faults, 'notice' | 'set' | 'mended'>) {
    this.log = new LineLog<Capture | Removed>({
      path: join(dataDir, 'captures', 'captures.ndjson'), check: checked, idOf: ({ id }) => id,
      held: () => this.all(), notice: faults.notice,
    });
  }

  static async open(
    dataDir: string, faults: Pick<Faults, 'notice' | 'set' | 'mended'>, openReplica: OpenReplicas = openLocal
  ): Promise<CaptureStore> {
    const store = new CaptureStore(dataDir, faults);
    for (const capture of await store.log.load()) if (!('removed' in capture)) store.take(capture);
    store.lasting = await openReplica(store.part());
    return store;
  }

  all(): Capture[] {
    return [...this.targets.values()].flatMap((captures) => [...captures.values()]);
  }

  /** Returns the target's captures, oldest first. */
  ofTarget(target: string): Capture[] {
    return [...this.targets.get(target)?.values() ?? []];
  }

  get(id: string): Capture | undefined {
    for (const captures of this.targets.values()) {
      const found = captures.get(id);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /**
   * Adds it in memory at once; resolves once it is on disk. Returns `internal` and sets a fault of the data folder if
   * it cannot be written: it is still listed, and written with the next one that succeeds.
   */
  async put(capture: Capture): Promise<Result<null>> {
    this.take(capture);
    try {
      // A waiting or running capture concerns this process alone.
      const shared = isOver(capture) ? this.lasting : LOCAL_ONLY;
      await shared.change([capture.id], 'put', () => this.log.append({ ...capture }));
      const forgotten = this.forgotten.splice(0);
      if (forgotten.length > 0) await this.lasting.change(forgotten, 'remove', () => Promise.resolve());
      this.faults.mended(FAULT);
      return ok(null);
    } catch (error) {
      const message = `The list of captures cannot be written in the data folder (${firstLine(error)}); `
        + 'free space or make it writable.';
      this.faults.set(FAULT, message);
      return fail(writeErrorType(error), message);
    }
  }

  settled(): Promise<void> {
    return this.log.settled();
  }

  /** Finished captures, as the object store has them. */
  private part(): ReplicatedPart {
    return {
      kind: 'captures',
      isName: (name) => ID.test(name),
      names: () => Promise.resolve(this.all().filter(isOver).map(({ id }) => id)),
      read: (name) => {
        const capture = this.get(name);
        return Promise.resolve(
          capture === undefined || !isOver(capture) ? null : Buffer.from(JSON.stringify(capture))
        );
      },
      write: async (name, bytes) => {
        const capture = checked(JSON.parse(Buffer.from(bytes).toString()));
        if (capture === null || 'removed' in capture || capture.id !== name || !isOver(capture))
          throw new Error('it is no capture');
        this.take(capture);
        await this.log.append(capture);
      },
      remove: async (name) => {
        for (const captures of this.targets.values()) captures.delete(name);
        await this.log.append({ id: name, removed: true });
      },
    };
  }

  private take(capture: Capture): void {
    const captures = this.targets.get(capture.target) ?? new Map<string, Capture>();
    const isNew = !captures.has(capture.id);
    captures.set(capture.id, capture);
    this.targets.set(capture.target, captures);
    if (isNew) this.forgotten.push(...forgetOld(captures, capture.reason.how === 'continuous'));
    for (const oldest of this.targets.keys()) {
      if (this.targets.size <= MAX_TARGETS) break;
      this.targets.delete(oldest);
    }
  }
}

/** Drops the oldest finished captures and returns their ids; waiting and running ones stay. */
function forgetOld(captures: Map<string, Capture>, isContinuous: boolean): string[] {
  const over = [...captures.values()].filter((one) => (
    (one.reason.how === 'continuous') === isContinuous && isOver(one)
  ));
  const old = over.slice(0, Math.max(0, over.length - KEPT_OF_TARGET)).map(({ id }) => id);
  for (const id of old) captures.delete(id);
  return old;
}

function isOver({ state }: Capture): boolean {
  return state !== 'waiting' && state !== 'running';
}

/** Checks a line that `put` wrote; null if it is invalid. */
function checked(value: unknown): Capture | Removed | null {
  if (typeof value !== 'object' || value === null) return null;
  const fields = value as Record<string, unknown>;
  if (typeof fields['id'] === 'string' && fields['removed'] === true) return { id: fields['id'], removed: true };
  const { reason } = fields;
  const isGood = ['id', 'target', 'kind', 'at', 'state'].every((name) => typeof fields[name] === 'string')
    && typeof fields['seconds'] === 'number'
    && ['startTime', 'endTime', 'sizeBytes', 'everySeconds'].every(
      (name) => fields[name] === null || typeof fields[name] === 'number'
    )
    && typeof reason === 'object' && reason !== null && 'how' in reason && typeof reason.how === 'string';
  // This program wrote it; the fields that other code relies on are checked.
  return isGood ? value as Capture : null;
}
