import { describe, expect, it } from 'vitest';
import { holdsBlocks, joined } from './blockMetas.ts';

const file = (text: string): File => new File([text], 'meta.json');

describe('meta.json files of a drop', () => {
  it.each([
    [['01M7/meta.json', '01M7/chunks/000001'], true], [['meta (2).json'], true], [['01M7/meta.json.tmp'], false],
    [['heap.pb.gz', 'metadata/cpu.pb'], false], [[], false],
  ])('are in a folder with %j: %s', (paths, is) => {
    expect(holdsBlocks({ files: paths.map((path) => ({ path, file: file('') })) })).toBe(is);
  });

  it('become one file, unless there is one alone', async () => {
    const both = joined([file('{"ulid":"a"}'), file('{"ulid":"b"}')], false);
    expect(both?.name).toBe('2 meta.json');
    expect(await both?.text()).toBe('{"ulid":"a"}\n{"ulid":"b"}\n');
    expect(joined([file('{}')], false)).toBeNull();
    expect(joined([file('{}')], true)?.name).toBe('meta.json');
    expect(joined([], true)).toBeNull();
  });
});
