/** Where the page switched continuous profiling on or off: `profiling/switches.json` in the data folder. */
import { join } from 'node:path';
import { fail, firstLine, ok, type Result } from '../../../core/result.ts';
import { JsonFolder } from '../../files/jsonFolder.ts';

const MAX_BYTES = 2 ** 20;
const ID = 'switches';
/** Of targets that are no longer configured, too; the oldest go first. */
const MAX_TARGETS = 1000;

type Switches = Record<string, boolean>;

export class ProfilingStore {
  private switches = new Map<string, boolean>();

  private constructor(private readonly files: JsonFolder<Switches>) {}

  /** Never fails: without a readable file no target was switched. */
  static async open(dataDir: string, notice: (sentence: string) => void): Promise<ProfilingStore> {
    const store = new ProfilingStore(new JsonFolder<Switches>({
      folder: join(dataDir, 'profiling'), id: new RegExp(`^${ID}$`), maxBytes: MAX_BYTES, check: checked, notice,
      noun: 'file of profiling switches', consequence: 'continuous profiling is as configured',
    }));
    store.switches = new Map(Object.entries((await store.files.load()).get(ID) ?? {}));
    return store;
  }

  /** undefined: not switched on the page. */
  isOn(target: string): boolean | undefined {
    return this.switches.get(target);
  }

  /** `internal` where it cannot be written; then nothing changes. */
  async put(target: string, on: boolean): Promise<Result<null>> {
    const next = new Map(this.switches);
    next.delete(target);
    next.set(target, on);
    const kept = new Map([...next].slice(-MAX_TARGETS));
    try {
      await this.files.write(ID, Object.fromEntries(kept));
    } catch (error) {
      return fail(
        'internal',
        `The switch cannot be stored in the data folder (${firstLine(error)}); free space or make it writable.`
      );
    }
    this.switches = kept;
    return ok(null);
  }

  settled(): Promise<void> {
    return this.files.settled();
  }
}

function checked(value: unknown): Result<Switches> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('bad_data', 'it is no object');
  const entries = Object.entries(value).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean');
  return ok(Object.fromEntries(entries));
}
