import { ok, type Result } from '../../../../core/result.ts';

interface Added { name: string; url: string; by: string | null; timeMs: number }

/** In-memory store of added targets for a test. */
export function addedInMemory() {
  const added = new Map<string, Added>();
  const done = (): Promise<Result<null>> => Promise.resolve(ok(null));
  return {
    list: () => [...added.values()],
    add: (one: Added) => { added.set(one.name, one); return done(); },
    remove: (name: string) => { added.delete(name); return done(); },
    onOthers: () => undefined,
  };
}
