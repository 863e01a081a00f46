import { describe, expect, it } from 'vitest';
import { keepLimits, keptLimits } from './startLimits.ts';

function storage(content: string | null = null): Pick<Storage, 'getItem' | 'setItem'> {
  let text = content;
  return { getItem: () => text, setItem: (_key, value) => { text = value; } };
}

describe('what a reader typed of a container', () => {
  it('is kept per target, and forgotten when it is emptied', () => {
    const kept = storage();
    keepLimits(kept, 'a', { budgetSeconds: 900, limitBytes: 2 ** 31 });
    keepLimits(kept, '__proto__', { budgetSeconds: 60, limitBytes: null });
    expect(keptLimits(kept, 'a')).toEqual({ budgetSeconds: 900, limitBytes: 2 ** 31 });
    expect(keptLimits(kept, '__proto__')).toEqual({ budgetSeconds: 60, limitBytes: null });
    expect(keptLimits(kept, 'b')).toEqual({ budgetSeconds: null, limitBytes: null });
    keepLimits(kept, 'a', { budgetSeconds: null, limitBytes: null });
    expect(keptLimits(kept, 'a')).toEqual({ budgetSeconds: null, limitBytes: null });
  });

  it('of another version, broken or hostile is ignored', () => {
    const wrong = '[{"target":"a","budgetSeconds":-1,"limitBytes":"x"}]';
    for (const text of ['{', '{}', 'null', '[1,null,{"target":7}]', wrong])
      expect(keptLimits(storage(text), 'a')).toEqual({ budgetSeconds: null, limitBytes: null });
    const disabled = { getItem: () => { throw new Error('disabled'); }, setItem: () => { throw new Error('full'); } };
    expect(() => keepLimits(disabled, 'a', { budgetSeconds: 60, limitBytes: null })).not.toThrow();
  });
});
