/** The list of captures in the data folder, `captures/captures.ndjson`: what was taken, why, at what cost. */
import { join } from 'node:path';
import type { Capture } from '../../../core/contract/contract.ts';
import { fail, firstLine, ok, type Result } from '../../../core/result.ts';
import type { Faults } from '../../files/faults.ts';
import { LineLog } from '../../files/lineLog.ts';

/** Of each target, continuous ones apart: they would push out all others within hours. */
const KEPT_OF_TARGET = 300;
/** Those that are no longer configured included; the ones that came first go first. */
const MAX_TARGETS = 100;
const FAULT = 'captures';

export class CaptureStore {
  /** By target, then by id: rules look at those of a target with each scrape. */
  private readonly targets = new Map<string, Map<string, Capture>>();
  private readonly log: LineLog<Capture>;

  private constructor(dataDir: string, private readonly faults: Pick<Faults, 'notice' | 'set' | 'mended'>) {
    this.log = new LineLog({
      path: join(dataDir, 'captures', 'captures.ndjson'), check: checked, idOf: ({ id }) => id,
      held: () => this.all(), notice: faults.notice,
    });
  }

  static async open(dataDir: string, faults: Pick<Faults, 'notice' | 'set' | 'mended'>): Promise<CaptureStore> {
    const store = new CaptureStore(dataDir, faults);
    for (const capture of await store.log.load()) store.take(capture);
    return store;
  }

  all(): Capture[] {
    return [...this.targets.values()].flatMap((captures) => [...captures.values()]);
  }

  /** Oldest first. */
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
   * In memory at once; resolves once it is on disk. `internal` where it cannot be written, which is a fault of the data
   * folder too: it is listed all the same, and written with the next one that can be.
   */
  async put(capture: Capture): Promise<Result<null>> {
    this.take(capture);
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

  private take(capture: Capture): void {
    const captures = this.targets.get(capture.target) ?? new Map<string, Capture>();
    const isNew = !captures.has(capture.id);
    captures.set(capture.id, capture);
    this.targets.set(capture.target, captures);
    if (isNew) forgetOld(captures, capture.reason.how === 'continuous');
    for (const oldest of this.targets.keys()) {
      if (this.targets.size <= MAX_TARGETS) break;
      this.targets.delete(oldest);
    }
  }
}

/** A booking stays until it is over. */
function forgetOld(captures: Map<string, Capture>, isContinuous: boolean): void {
  const over = [...captures.values()].filter(({ reason, state }) => (
    (reason.how === 'continuous') === isContinuous && state !== 'waiting' && state !== 'running'
  ));
  for (const { id } of over.slice(0, Math.max(0, over.length - KEPT_OF_TARGET))) captures.delete(id);
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
