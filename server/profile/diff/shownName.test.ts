import { describe, expect, it } from 'vitest';
import { shownName } from './shownName.ts';

describe('a name in the finding', () => {
  it.each([
    [
      'a function keeps its import path', 'github.com/prometheus/tsdb.(*Head).append',
      'github.com/prometheus/tsdb.(*Head).append',
    ],
    [
      'a line is told by its file', 'runtime.scanobject /usr/local/go/src/runtime/mgcmark.go:1140',
      'runtime.scanobject mgcmark.go:1140',
    ],
    ['a file alone', '/app/tsdb/head.go', 'head.go'],
    ['a file without a root', 'github.com/prometheus/tsdb/head.go:12', 'head.go:12'],
    ['an address', '0000000000401000 main.main', '0000000000401000 main.main'],
    ['no name', '', ''],
  ])('%s', (_what, name, shown) => { expect(shownName(name)).toBe(shown); });
});
