import { expect, it } from 'vitest';
import { programOfPprof } from './pprofProgram.ts';

/** The table of strings of a message: field 6, the length, the text. */
const strings = (...texts: string[]): Uint8Array =>
  new TextEncoder().encode(texts.map((text) => `2${String.fromCharCode(text.length)}${text}`).join(''));

it.each([
  ['the file of its mapping', ['cpu', '/usr/bin/prometheus', 'main.main'], 'Prometheus'],
  ['a file without a folder of programs', ['/srv/tikv-server', 'tikv::run'], 'TiKV'],
  ['the packages of its functions', ['/app/server', 'github.com/grafana/mimir/pkg/ingester.New'], 'Mimir'],
  ['a package of a library is no file',
    ['github.com/prometheus/client_golang/prometheus', 'github.com/grafana/pyroscope/pkg/phlare.New'], 'Pyroscope'],
  ['a folder of a source file is no program', ['/home/prometheus/x.go', '/app/shop'], undefined],
])('%s', (_, texts, program) => { expect(programOfPprof(strings(...texts))).toBe(program); });
