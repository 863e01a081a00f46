/** Routes for access tokens and the audit log. */
import { Type as T } from 'typebox';
import { ROLES } from '../../roles.ts';
import type { Declarations } from './declaration.ts';
import { oneOf, text, time, usually, whole } from './schema.ts';

const MAX_DAYS = 3660;
const MAX_AUDIT_LINES = 1000;
const form = 'Send {"name": what it is for, "role": "viewer", "operator" or "admin", "expiresDays": a number or null}.';

const TOKEN_REQUEST = T.Object({
  name: text(100, { minLength: 1, words: () => form }),
  role: oneOf(ROLES, { words: () => form }),
  expiresDays: T.Optional(T.Unsafe<number | null>({
    type: ['integer', 'null'], minimum: 1, maximum: MAX_DAYS, description: 'null or absent: it does not expire.',
    words: () => form,
  })),
}, { words: () => form });

export const ACCESS_ROUTES = {
  'GET /access': { summary: 'Who asks, and what they may do.', data: 'Access' },
  'GET /tokens': { summary: 'Bearer tokens for scripts.', data: 'AccessToken[]', role: 'admin' },
  'POST /tokens': {
    summary: 'Makes a bearer token; the answer is the only one that holds it.',
    body: { json: TOKEN_REQUEST, maxBytes: 4096 }, data: 'NewAccessToken', status: 201, role: 'admin',
  },
  'DELETE /tokens/{id}': { summary: 'Revokes a token.', data: 'null' },
  'GET /audit': {
    summary: 'Who did what, newest first.',
    query: { limit: usually(whole(MAX_AUDIT_LINES, 1), 100), end: time() }, data: 'AuditEntry[]', role: 'admin',
  },
} as const satisfies Declarations;
