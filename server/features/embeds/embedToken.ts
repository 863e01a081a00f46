/**
 * The token in an embed's address: a JWT of which embed and which panel it opens, and until when. Signed, not secret;
 * what it opens is in the embed's record, so that removing the record revokes it.
 */
import { errors, jwtVerify, SignJWT } from 'jose';
import type { EmbedPanel } from '../../../core/contract/contract.ts';
import { EMBED_PANELS } from '../../../core/contract/questions/bodies.ts';
import { fail, ok, type Result } from '../../../core/result.ts';

export interface EmbedClaims {
  id: string;
  panel: EmbedPanel;
  /** Whole seconds. */
  expiresMs: number;
}

/** One algorithm only: what a token itself says of how it was signed is not believed. */
const ALGORITHM = 'HS256';
/** Ours have about 145 characters. */
const MAX_LENGTH = 400;
const ALTERED =
  'This link was not signed by this tsdbscope, or it was altered on its way; copy '
    + 'it again from where it stands, or make a new one.';

/** Claims are few: some 60 of these tokens must go into one address. */
export async function signEmbedToken({ id, panel, expiresMs }: EmbedClaims, key: Uint8Array): Promise<string> {
  return new SignJWT({ panel }).setProtectedHeader({ alg: ALGORITHM }).setJti(id)
    .setExpirationTime(Math.round(expiresMs / 1000)).sign(key);
}

/** `unauthorized` when it is not ours or was altered, `gone` once its time is over. */
export async function readEmbedToken(token: string, key: Uint8Array, nowMs: number): Promise<Result<EmbedClaims>> {
  if (token.length > MAX_LENGTH || !isCanonical(token)) return fail('unauthorized', ALTERED);
  try {
    const { payload } = await jwtVerify(
      token, key, { algorithms: [ALGORITHM], currentDate: new Date(nowMs), requiredClaims: ['jti', 'exp', 'panel'] }
    );
    const panel = EMBED_PANELS.find((name) => name === payload['panel']);
    if (panel === undefined || payload.jti === undefined || payload.exp === undefined)
      return fail('unauthorized', ALTERED);
    return ok({ id: payload.jti, panel, expiresMs: payload.exp * 1000 });
  } catch (error) {
    if (error instanceof errors.JWTExpired) return fail('gone', expiredSentence(error.payload.exp));
    if (error instanceof errors.JOSEError) return fail('unauthorized', ALTERED);
    throw error;
  }
}

/**
 * Readers of base64 skip what is none and ignore the last bits of a part: a link has one text only, so that what is
 * kept by its text (a cache, a list of what was opened) has it once.
 */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

function expiredSentence(exp: number | undefined): string {
  const day = exp === undefined ? '' : ` on ${new Date(exp * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `This link expired${day}; ask its author for a new one.`;
}
