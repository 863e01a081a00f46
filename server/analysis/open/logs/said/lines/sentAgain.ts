/** Reports that refused requests of one size are one batch that its client sends again. Pure; bounded. */
import type { TimedLine } from '../../../look/factTools.ts';

/** A request of Loki, Mimir or Cortex that was refused, with the headers that they log of it. */
const REFUSED = new RegExp(/\b(?:POST|PUT) (\/\S{1,200}) \((?:429|5\d\d)\) [^\n]{0,1500}?/.source
  + /\bContent-Length: (\d{2,12});[^\n]{0,600}?\bUser-Agent: ([\w./-]{1,80})/.source);
const MAX_LINES = 500;
const MAX_LINE = 3000;

/** Says so if all refused requests of two lines or more have one path, size and client; null otherwise. */
export function sentAgain(lines: readonly TimedLine[]): string | null {
  const found = lines.slice(0, MAX_LINES).flatMap(({ line }) => {
    const [, path = '', size = '', client = ''] = REFUSED.exec(line.slice(0, MAX_LINE)) ?? [];
    return size === '' ? [] : [{ path, size, client }];
  });
  const [first] = found;
  const isOne = found.every(({ path, size, client }) =>
    path === first?.path && size === first.size && client === first.client);
  return first === undefined || found.length < 2 || !isOne ? null
    : `${found.length === 2 ? 'Both' : `All ${found.length}`} refused requests have ${
      Number(first.size).toLocaleString('en-US')} bytes: ${first.client} seems to send one batch again.`;
}
