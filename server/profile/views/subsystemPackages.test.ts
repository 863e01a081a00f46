import { describe, expect, it } from 'vitest';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import { pairOf } from '../query/pair.ts';
import { moduleOf, ownerOf, shortPackage } from '../../../core/profile/packages.ts';
import { diffTop } from '../diff/diff.ts';
import { top } from '../query/top.ts';
import { diffSubsystems, subsystems } from './subsystems.ts';

const VM = 'github.com/VictoriaMetrics/VictoriaMetrics';

function rowsOf(stacks: string, subsystem?: string): string[] {
  const question = { sampleType: 'samples', ...(subsystem === undefined ? {} : { subsystem }) };
  return unwrap(subsystems(foldedProfile(stacks), question)).rows.map(({ id, name, flat }) => `${id} ${name} ${flat}`);
}

describe('a function belongs to', () => {
  it.each([
    ['main', 'main.main', '/src/main.go'],
    [`${VM}/lib/storage`, `${VM}/lib/storage.(*partition).merge`, '/src/partition.go'],
    ['github.com/a/b', 'github.com/x/y/vendor/github.com/a/b.Do', ''],
    ['gopkg.in/yaml.v3', 'gopkg.in/yaml%2ev3.(*parser).parse', '/go/yaml.go'],
    ['encoding/json', 'encoding/json.Marshal', '/go/src/encoding/json/encode.go'],
    ['', 'runtime.mallocgc', '/go/src/runtime/malloc.go'],
    ['', 'strconv.AppendInt', '/go/src/strconv/itoa.go'],
    ['', 'type:.eq.github.com/x/y.Key', ''],
    ['serde_json', '<serde_json::ser::Serializer<W> as serde::Serializer>::serialize_str', '/a/serde_json/src/ser.rs'],
    ['', 'core::iter::traits::iterator::Iterator::fold', ''],
    ['rocksdb', 'rocksdb::DBImpl::Write(rocksdb::WriteOptions const&)', '/src/db.cc'],
    ['express', 'handle', 'file:///app/node_modules/express/lib/router.js'],
    ['@babel/core', 'parse', '/app/node_modules/@babel/core/lib/parse.js'],
    ['requests', 'get', '/usr/lib/python3/site-packages/requests/api.py'],
    ['node:fs', 'readSync', 'node:fs'],
    ['src/server.js', 'work', '/app/src/server.js'],
    ['', 'memeqbody', ''],
    ['zmij', '<f64 as zmij::private::Sealed>::write', ''],
    ['org.example.tsdb', 'org/example/tsdb/Blocks$Head.append', ''],
    ['org.example.tsdb', 'org.example.tsdb.Blocks$Head.append', ''],
    ['org.example', 'org.example.Query$$Lambda$90+0x00007f81/1003752023.run', ''],
    ['', 'java/util/HashMap.computeIfAbsent', ''], ['', 'java.util.HashMap$Node', ''], ['', 'byte[]', ''],
    ['net/http', 'net/http.HandlerFunc.ServeHTTP', '/go/src/net/http/server.go'],
    ['libz', '/usr/lib/x86_64-linux-gnu/libz.so.1.2.13', ''], ['libjvm', 'G1RemSet::scan', 'libjvm.so'],
    ['', '__memmove_avx512_unaligned_erms', '/usr/lib/libc.so.6'], ['', 'vms_clear_ptes.part.0', '[kernel]'],
  ])('%s: %s', (owner, name, file) => expect(ownerOf(name, file)).toBe(owner));

  it.each([
    [`${VM}/lib/storage`, VM, 'VictoriaMetrics/lib/storage'], 
    ['golang.org/x/text/cases', 'golang.org/x/text', 'x/text/cases'],
    ['example.com/app/db', 'example.com/app', 'app/db'], ['encoding/json', 'encoding/json', 'encoding/json'],
    ['main', 'main', 'main'], ['src/server.js', 'src', 'src/server.js'], ['express', 'express', 'express'],
    ['gopkg.in/yaml.v3', 'gopkg.in/yaml.v3', 'yaml.v3'], ['org.example.tsdb', 'org.example', 'org.example.tsdb'],
  ])('the module of %s is %s', (owner, module, short) => {
    expect([moduleOf(owner), shortPackage(owner)]).toEqual([module, short]);
  });
});

describe('a program without TSDB code', () => {
  const stacks = [
    `main.main;${VM}/lib/storage.(*Storage).Add;${VM}/lib/encoding.Marshal 5`,
    `main.main;${VM}/lib/storage.(*Storage).Add;runtime.memmove 3`,
    `main.main;${VM}/lib/storage.(*Storage).Add;runtime.mallocgc 2`, 'main.main 1',
    'net/http.(*conn).serve;internal/poll.(*FD).Read;syscall.Read 4',
  ].join('\n');

  it('is shown by the innermost package, after what the runtime takes; the rest by what it does', () => {
    expect(rowsOf(stacks)).toEqual([
      `package:${VM}/lib/encoding VictoriaMetrics/lib/encoding 5`, 'network Network 4',
      `package:${VM}/lib/storage VictoriaMetrics/lib/storage 3`, 'allocation Memory allocation 2',
      'package:main main 1',
    ]);
  });

  it('one function of a TSDB makes it a TSDB', () => {
    expect(rowsOf(`${stacks}\ngithub.com/prometheus/prometheus/tsdb.(*Head).Init 1`).join()).not.toContain('package:');
  });

  it('of many packages is shown by module, and a module by package', () => {
    const many = Array.from({ length: 13 }, (_, i) => `example.com/app/p${i}.Do ${i + 1}`).join('\n');
    expect(rowsOf(`${many}\nmain.main 7`)).toEqual(['module:example.com/app app 91', 'package:main main 7']
      .map((row) => row.replace('package:main', 'module:main')));
    expect(rowsOf(`${many}\nmain.main 7`, 'module:example.com/app')[0])
      .toBe('package:example.com/app/p12 app/p12 13');
  });

  it.each(['foreign/rust.cpu.pb', 'foreign/node.wall.pb.gz', 'goprofiles/after/deep.cpu.pb.gz'])(
    '%s has a row of its own code, and adds up', async (file) => {
      const table = unwrap(subsystems(await loadProfile(file), {}));
      expect(table.rows.some(({ id }) => id.startsWith('package:') || id.startsWith('module:'))).toBe(true);
      expect(table.rows.reduce((sum, { flat }) => sum + flat, 0)).toBe(table.sum);
    }
  );
});

describe('the filter by subsystem', () => {
  it('leaves just what the row has, for every row of real profiles', async () => {
    for (const file of ['seed-wal/before.cpu.pb.gz', 'foreign/node.wall.pb.gz', 'goprofiles/after/deep.cpu.pb.gz']) {
      const profile = await loadProfile(file);
      for (const { id, flat } of unwrap(subsystems(profile, {})).rows) {
        const rows = unwrap(top(profile, { subsystem: id })).rows;
        expect([file, id, rows.reduce((sum, row) => sum + row.flat, 0)]).toEqual([file, id, flat]);
      }
    }
  });

  it('does so for both sides of a diff, and the claim names the areas of what is left', async () => {
    const side = async (name: string) => [{ profile: await loadProfile(`seed-wal/${name}.cpu.pb.gz`) }];
    const pair = unwrap(pairOf(await side('before'), await side('after'), 'cpu', 'none'));
    const gc = unwrap(diffSubsystems(pair, {})).rows.find(({ id }) => id === 'gc');
    const left = unwrap(diffTop(pair, { subsystem: 'gc' }));
    const sum = (which: 'before' | 'after') => left.rows.reduce((total, { flat }) => total + flat[which], 0);
    expect([sum('before'), sum('after')]).toEqual([gc?.flat.before, gc?.flat.after]);
    expect(left.finding.sentence).toMatch(/: GC −12 s\.$/);
  });

  it('refuses what no row can be called', () => {
    expect(top(foldedProfile('a 1'), { subsystem: 'garbage' })).toMatchObject({
      ok: false,
      error: {
        errorType: 'bad_data', message: expect.stringMatching(/^"subsystem" must .*; not "garbage"/) as string,
      },
    });
    expect(unwrap(top(foldedProfile('a 1'), { subsystem: 'package:nobody' })).rows).toEqual([]);
  });
});
