/** Tests what is told of files of Whisper that Graphite cannot read. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { whisperFiles } from './whisperFiles.ts';

const corrupt = (name: string): string =>
  `CorruptWhisperFile: Unable to read header (/data/storage/whisper/shop/eu/${name}.wsp)`;
const request = (target: string): string =>
  ` 42\t2026-01-02,03:04:05.500 :: Exception encountered in <GET http://g.test/render/?local=1&target=${target}&now=1>`;

it('a file is told with the request that reads its folder', () => {
  const { program, interest } = recognize(new TextEncoder().encode([
    corrupt('orders'), ' 41\t', request('shop.eu.%2A'), ' 43\tTraceback (most recent call last):',
    ' 44\t  File "/opt/graphite/webapp/graphite/render/views.py", line 118, in renderView',
  ].join('\n')));
  expect(program).toBe('graphite-web');
  expect(interest).toMatch(/^Graphite cannot use the file \/data\/storage\/whisper\/shop\/eu\/orders\.wsp: "Una/);
  expect(interest).toContain('reads it, and one such file fails all of the request. Look at its size');
});

it('several files are counted, and a request for others is not told', () => {
  const said = whisperFiles([corrupt('orders'), corrupt('carts'), corrupt('carts'), request('shop.us.%2A')].join('\n'));
  expect(said?.sentence).toContain('orders.wsp and 1 other file: "Unable to read header" (CorruptWhisperFile). Look');
});

it('the error without a file is told by its row', () => {
  expect(whisperFiles('CorruptWhisperFile: Unable to read header')).toBeNull();
});

it('is told in a log of Graphite, too', () => {
  const { door, interest } = recognize(new TextEncoder().encode(
    `01/02/2026 03:04:05 :: Error writing to shop.eu.orders\n01/02/2026 03:04:05 :: whisper.${corrupt('orders')}`
  ));
  expect(door).toBe('log');
  expect(interest).toContain('Graphite cannot use the file /data/storage/whisper/shop/eu/orders.wsp');
});
