/**
 * The token in an embed's URL: a JWT with the id of the embed, its panel and its expiry. Signed, not secret; the
 * content is in the embed's record, so removing the record revokes the token.
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

/** The only accepted algorithm; a token's own algorithm header is not trusted. */
const ALGORITHM = 'HS256';
/** Longest accepted token; valid ones have about 145 characters. */
const MAX_LENGTH = 400;
const ALTERED =
  'This link was not signed by this tsdbscope, or it was altered on its way; copy '
    + 'it again from where it stands, or make a new one.';

/** Signs a token with few claims, because about 60 tokens must fit into one URL. */
export async function signEmbedToken({ id, panel, expiresMs }: EmbedClaims, key: Uint8Array): Promise<string> {
  return new SignJWT({ panel }).setProtectedHeader({ alg: ALGORITHM }).setJti(id)
    .setExpirationTime(Math.round(expiresMs / 1000)).sign(key);
}

/** Verifies a token. `unauthorized`: not ours or altered; `gone`: expired. */
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
 * Returns whether the token is canonical. Base64 decoders skip invalid characters and ignore trailing bits; a link must
 * have only one spelling, so that caches and lists keyed by it have it once.
 */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

function expiredSentence(exp: number | undefined): string {
  const day = exp === undefined ? '' : ` on ${new Date(exp * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `This link expired${day}; ask its author for a new one.`;
}
