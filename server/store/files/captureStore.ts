/** The list of captures in the data folder, `captures/captures.ndjson`: what was taken, why, at what cost. */
import { join } from 'node:path';
import type { Capture } from '../../../core/contract/contract.ts';
import { fail, firstLine, ok, type Result } from '../../../core/result.ts';
import type { Faults } from '../../files/faults.ts';
import { LineLog } from '../../files/lineLog.ts';

/** Of each target, continuous ones apart: they would push out all others within hours. */
const KEPT_OF_TARGET = 300;
/** Of all targets, those that are no longer configured included. */
const KEPT = 5000;
const FAULT = 'captures';

export class CaptureStore {
  private captures = new Map<string, Capture>();
  private readonly log: LineLog<Capture>;

  private constructor(dataDir: string, private readonly faults: Pick<Faults, 'notice' | 'set' | 'mended'>) {
    this.log = new LineLog({
      path: join(dataDir, 'captures', 'captures.ndjson'), check: checked, idOf: ({ id }) => id,
      held: () => this.captures.values(), notice: faults.notice,
    });
  }

  static async open(dataDir: string, faults: Pick<Faults, 'notice' | 'set' | 'mended'>): Promise<CaptureStore> {
    const store = new CaptureStore(dataDir, faults);
    store.captures = new Map((await store.log.load()).map((capture) => [capture.id, capture]));
    store.forgetOld();
    return store;
  }

  /** Oldest first. */
  all(): Capture[] {
    return [...this.captures.values()];
  }

  get(id: string): Capture | undefined {
    return this.captures.get(id);
  }

  /**
   * In memory at once; resolves once it is on disk. `internal` where it cannot be written, which is a fault of the data
   * folder too: it is listed all the same, and written with the next one that can be.
   */
  async put(capture: Capture): Promise<Result<null>> {
    const isNew = !this.captures.has(capture.id);
    this.captures.set(capture.id, capture);
    if (isNew) this.forgetOld();
    try {
      await this.log.append({ ...capture });
      this.faults.mended(FAULT);
      return ok(null);
    } catch (error) {
      const message = `The list of captures cannot be written in the data folder (${firstLine(error)}); `
        + 'free space or make it writable.';
      this.faults.set(FAULT, message);
      return fail('internal', message);
    }
  }

  settled(): Promise<void> {
    return this.log.settled();
  }

  private forgetOld(): void {
    const counts = new Map<string, number>();
    let all = 0;
    for (const { id, target, reason, state } of this.all().reverse()) {
      // A booking stays until it is over.
      if (state === 'waiting' || state === 'running') continue;
      const group = `${reason.how === 'continuous' ? 'continuous' : ''} ${target}`;
      const count = (counts.get(group) ?? 0) + 1;
      counts.set(group, count);
      all += 1;
      if (count > KEPT_OF_TARGET || all > KEPT) this.captures.delete(id);
    }
  }
}

/** What `put` wrote. */
function checked(value: unknown): Capture | null {
  if (typeof value !== 'object' || value === null) return null;
  const fields = value as Record<string, unknown>;
  const { reason } = fields;
  const isGood = ['id', 'target', 'kind', 'at', 'state'].every((name) => typeof fields[name] === 'string')
    && typeof fields['seconds'] === 'number'
    && ['startTime', 'endTime', 'sizeBytes', 'everySeconds'].every(
      (name) => fields[name] === null || typeof fields[name] === 'number'
    )
    && typeof reason === 'object' && reason !== null && 'how' in reason && typeof reason.how === 'string';
  // Written by this program, and checked for what other code relies on.
  return isGood ? value as Capture : null;
}
