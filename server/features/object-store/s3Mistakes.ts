import { fail, firstLine, type Failure } from '../../../core/result.ts';
import type { S3Config } from '../../kernel/config/configTypes.ts';

/** S3's own codes: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const CREDENTIALS: Record<string, string> = {
  InvalidAccessKeyId: 'the access key is not known there',
  SignatureDoesNotMatch: 'the secret key is not the one of the access key',
  ExpiredToken: 'the credentials have expired',
  InvalidToken: 'the session token is not valid',
  RequestTimeTooSkewed: 'the clocks differ by more than 15 minutes',
};
const REMEDY = 'correct the credentials under profiles.s3; they are tried again every few seconds';

/** Describes an error of the client in one sentence: what failed, why, what to do. */
export function s3Mistake(error: unknown, { endpoint, bucket, region }: S3Config): { ok: false; error: Failure } {
  const store = `object store ${endpoint ?? `of AWS in ${region}`}`;
  const where = `The ${store}`;
  const { name = '', code = '', $metadata } = error as {
    name?: string; code?: string; $metadata?: { httpStatusCode?: number };
  };
  const known = Object.hasOwn(CREDENTIALS, name) ? CREDENTIALS[name] : undefined;
  if (known !== undefined) return fail('forbidden', `${where} refuses tsdbscope: ${known}; ${REMEDY}.`);
  if (name === 'CredentialsProviderError') return fail(
    'forbidden', `No credentials were found for the ${store} (${firstLine(error)}); ${REMEDY}.`
  );
  if (name === 'NoSuchBucket') return fail(
    'forbidden', `${where} has no bucket "${bucket}"; create it, or correct profiles.s3.bucket.`
  );
  const status = $metadata?.httpStatusCode;
  if (status === 401 || status === 403) return fail(
    'forbidden', `${where} refuses access to the bucket "${bucket}" (${name}); the credentials need GetObject, `
      + 'PutObject, DeleteObject and ListBucket there.'
  );
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ETIMEDOUT')
    return fail('timeout', `${where} does not answer in time; it is asked again until it does.`);
  const reason = code !== '' ? code : status === undefined ? firstLine(error) : `${name}, HTTP ${status}`;
  return status === undefined || status >= 500 || status === 409 || status === 429
    ? fail('target_error', `${where} cannot be reached (${reason}); it is asked again until it answers.`)
    : fail('target_error', `${where} does not accept a request (${reason}: ${firstLine(error)}).`);
}
