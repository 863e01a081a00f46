import { quote } from '../seriesKey.ts';

/**
 * Returns why a body is not an exposition, in one sentence for the user; null if it is one (`samples > 0` and no HTML
 * page). `firstBadLine`: the parser's first error, if any.
 */
export function explainNoSamples(
  body: string | Uint8Array, contentType: string, samples: number,
  firstBadLine: { line: number; message: string } | undefined,
): string | null {
  const start = (typeof body === 'string' ? body.slice(0, 1024) : Buffer.from(body.subarray(0, 1024)).toString('utf8'))
    .replace(/^\uFEFF/, '').trimStart();
  const hint = 'check that the address leads to /metrics';
  if (start.startsWith('<')) return `No samples: the answer is an HTML or XML page, not metrics; ${hint}.`;
  if (samples > 0) return null;
  if (body.length === 0 || (start === '' && body.length < 1024)) return `No samples: the answer is empty; ${hint}.`;
  if (/protobuf/i.test(contentType))
    return 'No samples: the answer is in the protobuf format though text was asked for.';
  if (start.startsWith('\u001F'))
    return 'No samples: the answer is still compressed, its Content-Encoding header is missing.';
  // oxlint-disable-next-line no-control-regex -- control characters are what tells binary data from text
  if (/[\u0000-\u0008\uFFFD]/.test(start)) return `No samples: the answer is binary data, not metrics; ${hint}.`;
  if (/^[{[]\s*("[^"]*"\s*:|\[|\{|\])/.test(start)) return `No samples: the answer is JSON, not metrics; ${hint}.`;
  if (firstBadLine === undefined) return 'No samples: the answer holds only comments; is the target still starting?';
  const { line, message } = firstBadLine;
  return `No samples: line ${line}, ${message}; the answer starts with ${quote(start)}; ${hint}.`;
}
