/** Tests which words of the body of an answer stand in a sentence. */
import { expect, it } from 'vitest';
import { withInnerError } from './answerBodies.ts';

const SENT = 'Post "http://a:9090/w": 429 Too Many Requests';

it.each([
  ['the error', `${SENT}: {"error":"rate limit reached"}`, `${SENT}: rate limit reached`],
  ['with whom it concerns', `${SENT}: {"code":8,"message":"rate limit reached","tenant":"team-a"}`,
    `${SENT}: rate limit reached (tenant team-a)`],
  ['the innermost one', `${SENT}: {"error":{"root_cause":[{"type":"x","reason":"queue is full"}],`
    + '"reason":"all failed"},"status":429}', `${SENT}: all failed: queue is full`],
  ['a name and its explanation', `${SENT}: {"error":"Forbidden","message":"the token has expired"}`,
    `${SENT}: Forbidden: the token has expired`],
  ['escaped, with what follows', String.raw`status 429; body="{\"status\":\"error\",\"error\":\"too many\"}"; again`,
    'status 429; body="too many"; again'],
  ['within another body', String.raw`status 500: {"message":"{\"error\":\"disk is full\"}"}`,
    'status 500: disk is full'],
  ['cut', `${SENT}: {"status":"error","error":"the limit of series is reac`, `${SENT}: the limit of series is reac`],
])('%s', (_, text, short) => { expect(withInnerError(text)).toBe(short); });

it.each([
  '{"level":"error","msg":"x","error":"y"}', 'a query: up{job="a"}', `${SENT}: {"status":429}`, 'fields: {"a":1}',
  'Exporting failed.\t{"kind":"exporter","error":"x"}',
])('stays: %s', (text) => { expect(withInnerError(text)).toBe(text); });
