import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseConfigText } from './configFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'profile-keys-'));
mkdirSync(join(folder, 'src'));
writeFileSync(join(folder, 'a-file'), '');
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

const read = (text: string): ReturnType<typeof parseConfigText> => parseConfigText(join(folder, 'c.yml'), text);

describe('source roots and subsystems', () => {
  it('are read, roots relative to the file, ids from names', () => {
    expect(read(`
source_roots: [src]
subsystems:
  - name: Our Storage
    functions: ['^github\\.com/us/storage\\.']
  - {name: GC, id: gc, functions: [collect]}
`)).toMatchObject({
      sourceRoots: [join(folder, 'src')],
      subsystems: [
        { id: 'our-storage', name: 'Our Storage', functions: ['^github\\.com/us/storage\\.'] },
        { id: 'gc', name: 'GC', functions: ['collect'] },
      ],
    });
  });

  it('are empty without the keys', () => {
    expect(read('listen: 127.0.0.1:1\n')).toMatchObject({ sourceRoots: [], subsystems: [] });
  });

  it.each([
    ['a folder that is not there', 'source_roots: [absent]\n', /c\.yml:1: source_roots: ".*absent" is not a folder/],
    ['a file as a root', 'source_roots: [a-file]\n', /"\S*a-file" is not a folder/],
    ['a subsystem without a name', 'subsystems:\n- functions: [a]\n', /c\.yml:2: subsystems\[0\]\.name: is missing/],
    ['a subsystem without expressions', 'subsystems:\n- name: a\n', /subsystems\[0\]\.functions: is missing/],
    ['an unknown key', 'subsystems:\n- {name: a, functions: [b], regex: c}\n', /subsystems\[0\]\.regex: unknown key/],
  ])('refuses %s', (_what, text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});
