/** An S3 bucket, read through AWS's own client, which is loaded at the first request. */
import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import type * as S3 from '@aws-sdk/client-s3';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { S3Config } from '../../kernel/config/configTypes.ts';
import type { GetOptions, ObjectStore, PutAnswer, PutCondition, StoredObject } from './objectStore.ts';
import { s3Mistake } from './s3Mistakes.ts';

const MAX_BYTES = 64 * 2 ** 20;
const CONNECT_MS = 5000;
const TIMEOUT_MS = 30_000;

interface Loaded { sdk: typeof S3; client: S3.S3Client }

export class S3Store implements ObjectStore {
  private loaded: Promise<Loaded> | null = null;

  constructor(private readonly config: S3Config, private readonly timeoutMs = TIMEOUT_MS) {}

  get(
    key: string, { maxBytes = MAX_BYTES, ifNoneMatch }: GetOptions = {}
  ): Promise<Result<StoredObject | 'same' | null>> {
    return this.ask<StoredObject | 'same' | null>(async ({ sdk, client }, abortSignal) => {
      const { Body, ETag, ContentLength = 0 } = await client.send(new sdk.GetObjectCommand({
        ...this.place(key), ...(ifNoneMatch === undefined ? {} : { IfNoneMatch: ifNoneMatch }),
      }), { abortSignal });
      if (Body === undefined || ETag === undefined)
        return fail('target_error', `The object store answers ${key} without content or without an ETag.`);
      const bytes = ContentLength > maxBytes ? null : await collected(Body as AsyncIterable<Uint8Array>, maxBytes);
      if (bytes !== null) return ok({ bytes, etag: ETag });
      (Body as { destroy?: () => void }).destroy?.();
      return fail('too_large', `The object ${key} is larger than ${Math.round(maxBytes / 1024)} KiB; it is not read.`);
    }, { 304: () => ok('same'), NoSuchKey: () => ok(null) });
  }

  put(key: string, bytes: Uint8Array, condition?: PutCondition): Promise<Result<PutAnswer>> {
    const header = condition === undefined ? {}
      : 'ifMatch' in condition ? { IfMatch: condition.ifMatch } : { IfNoneMatch: '*' };
    const refused = (): Result<PutAnswer> => ok({ kind: 'refused' });
    return this.ask(async ({ sdk, client }, abortSignal) => {
      const { ETag } = await client.send(
        new sdk.PutObjectCommand({ ...this.place(key), Body: bytes, ...header }), { abortSignal }
      );
      return ETag === undefined
        ? fail('target_error', `The object store answers a write of ${key} without an ETag; it must support ETags.`)
        : ok({ kind: 'stored', etag: ETag });
    }, { 412: refused, ...(condition !== undefined && 'ifMatch' in condition ? { NoSuchKey: refused } : {}) });
  }

  delete(key: string): Promise<Result<null>> {
    return this.ask(async ({ sdk, client }, abortSignal) => {
      await client.send(new sdk.DeleteObjectCommand(this.place(key)), { abortSignal });
      return ok(null);
    }, { NoSuchKey: () => ok(null) });
  }

  close(): void {
    void this.loaded?.then(({ client }) => { client.destroy(); }, () => undefined);
    this.loaded = null;
  }

  /** Sends a request. `expected`: errors that count as an answer, by name or status. */
  private async ask<T>(
    work: (loaded: Loaded, abortSignal: AbortSignal) => Promise<Result<T>>,
    expected: Partial<Record<string, () => Result<T>>>,
  ): Promise<Result<T>> {
    try {
      this.loaded ??= load(this.config);
      return await work(await this.loaded, AbortSignal.timeout(this.timeoutMs));
    } catch (error) {
      const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
      const answer = expected[name ?? ''] ?? expected[String($metadata?.httpStatusCode ?? '')];
      if (answer !== undefined) return answer();
      const failed = s3Mistake(error, this.config);
      // A client never rereads credentials; closing it makes the next request read corrected ones.
      if (failed.error.errorType === 'forbidden') this.close();
      return failed;
    }
  }

  private place(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.config.bucket, Key: this.config.prefix + key };
  }
}

/** Collects the body. null: larger than `maxBytes`. */
async function collected(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > maxBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Loads a client without retries, because only the caller knows whether a retry is safe. */
async function load(config: S3Config): Promise<Loaded> {
  // The client's notice about later versions of Node is not useful to users of this program.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const sdk = await import('@aws-sdk/client-s3');
  const { endpoint, region, pathStyle, tls } = config;
  const agent = tls === undefined ? {} : { httpsAgent: new Agent({
    keepAlive: true, rejectUnauthorized: !tls.insecureSkipVerify,
    ...(tls.ca === undefined ? {} : { ca: tls.ca }), ...(tls.cert === undefined ? {} : { cert: tls.cert }),
    ...(tls.key === undefined ? {} : { key: tls.key }),
    ...(tls.serverName === undefined ? {} : { servername: tls.serverName }),
  }) };
  const client = new sdk.S3Client({
    region, forcePathStyle: pathStyle, maxAttempts: 1,
    requestHandler: { connectionTimeout: CONNECT_MS, ...agent },
    // Stores other than AWS may not support these checksums; read content is checked against its own SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === undefined ? {} : { endpoint }),
    ...await credentialsOf(config),
  });
  return { sdk, client };
}

async function credentialsOf({ credentials }: S3Config): Promise<Pick<S3.S3ClientConfig, 'credentials'>> {
  if (credentials === undefined) return {};
  if (!('file' in credentials)) return { credentials };
  // Throws if unreadable: the client would continue without credentials and fail with a misleading message.
  readFileSync(credentials.file);
  const { fromIni } = await import('@aws-sdk/credential-provider-ini');
  return { credentials: fromIni({
    filepath: credentials.file, ignoreCache: true,
    ...(credentials.profile === undefined ? {} : { profile: credentials.profile }),
  }) };
}
