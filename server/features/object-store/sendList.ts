/**
 * Changes of the data folder that are not in the object store yet: `objects/unsent.ndjson`. A change is listed before
 * it is made, so that a crash cannot lose it.
 */
import { join } from 'node:path';
import { LineLog } from '../../kernel/files/lineLog.ts';

/** `number`: never used again in this folder; `isMade`: false while the change itself is running. */
export interface Unsent { kind: string; name: string; how: 'put' | 'remove'; number: number; isMade: boolean }

interface Line { id: string; how: Unsent['how'] | 'sent'; number: number }

export class SendList {
  private readonly unsent = new Map<string, Unsent>();
  private readonly log: LineLog<Line>;
  private number = 0;

  private constructor(dataDir: string, notice: (sentence: string) => void, private readonly now: () => number) {
    this.log = new LineLog<Line>({
      path: join(dataDir, 'objects', 'unsent.ndjson'), check: checked, idOf: ({ id }) => id, notice,
      held: () => [...this.unsent].map(([id, { how, number }]) => ({ id, how, number })),
    });
  }

  static async open(
    dataDir: string, notice: (sentence: string) => void, now: () => number
  ): Promise<SendList> {
    const list = new SendList(dataDir, notice, now);
    for (const { id, how, number } of await list.log.load()) {
      list.number = Math.max(list.number, number);
      const [kind = '', name = ''] = id.split('/');
      if (how !== 'sent') list.unsent.set(id, { kind, name, how, number, isMade: true });
    }
    return list;
  }

  get size(): number {
    return this.unsent.size;
  }

  get words(): string {
    const { size } = this.unsent;
    return size === 0 ? 'Nothing waits to be sent.'
      : `${size} ${size === 1 ? 'change waits' : 'changes wait'} in the data folder until then.`;
  }

  has(kind: string, name: string): boolean {
    return this.unsent.has(`${kind}/${name}`);
  }

  /** Returns the changes that are made, oldest first. */
  ready(): Unsent[] {
    return [...this.unsent.values()].filter(({ isMade }) => isMade);
  }

  /** Adds a change; on disk once it resolves. `isSynced` false: a start would find the change again. */
  async add({ kind, name, how, isMade }: Omit<Unsent, 'number'>, isSynced = true): Promise<Unsent> {
    this.number = Math.max(this.number + 1, this.now());
    const one = { kind, name, how, isMade, number: this.number };
    const id = `${kind}/${name}`;
    this.unsent.delete(id);
    this.unsent.set(id, one);
    const line = { id, how, number: one.number };
    // If the folder was deleted, the second try writes the whole list again.
    await this.log.append(line, isSynced).catch(() => this.log.append(line, isSynced));
    return one;
  }

  /** Removes a sent change, unless the name changed again. A power loss may restore it; it is compared then. */
  async sent({ kind, name, number }: Unsent): Promise<void> {
    const id = `${kind}/${name}`;
    if (this.unsent.get(id)?.number !== number) return;
    this.unsent.delete(id);
    await this.log.append({ id, how: 'sent', number }, false);
  }

  settled(): Promise<void> {
    return this.log.settled();
  }
}

function checked(value: unknown): Line | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, how, number } = value as Record<string, unknown>;
  const isGood = typeof id === 'string' && id.includes('/') && Number.isSafeInteger(number)
    && (how === 'put' || how === 'remove' || how === 'sent');
  return isGood ? { id, how, number: number as number } : null;
}
