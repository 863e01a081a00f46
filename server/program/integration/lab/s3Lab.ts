import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Config } from '../../../kernel/config/configTypes.ts';
import { freePort, startKept, waitFor, type KeptProcess } from './childProcess.ts';

const KEYS = { accessKeyId: 'tests-of-tsdbscope', secretAccessKey: 'no-secret-of-anybody' };
const BUCKET = 'scope';

/** A real S3 server, versitygw on a folder, on a free loopback port, with one bucket. */
export interface S3Lab {
  endpoint: string;
  keys: typeof KEYS;
  /** Of the bucket, with credentials that are good. */
  config: S3Config;
  /** The objects as files, by their keys. */
  bucketFolder: string;
  /** The same as text of a configuration file, `profiles: {s3: ...}`. */
  yaml(secret?: string): string;
  start(): Promise<void>;
  kill9(): Promise<void>;
  /** `SIGSTOP`, `SIGCONT`: it hangs, and goes on. */
  signal(name: NodeJS.Signals): void;
  /** Ends it and removes the folder; harmless when called twice. */
  stop(): Promise<void>;
}

export async function startS3(): Promise<S3Lab> {
  const binary = execFileSync(process.execPath, ['scripts/versitygw.mjs'], { encoding: 'utf8' }).trim();
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-s3-'));
  const bucketFolder = join(folder, 'data', BUCKET);
  mkdirSync(bucketFolder, { recursive: true });
  mkdirSync(join(folder, 'metadata'));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  let process_: KeptProcess | null = null;
  const start = async (): Promise<void> => {
    const started = await startKept([
      binary, '--port', `127.0.0.1:${port}`, '--quiet', '--health', '/health',
      // Not every file system of a test machine has extended attributes.
      'posix', '--sidecar', join(folder, 'metadata'), join(folder, 'data'),
    ], {
      logFile: join(folder, 's3.log'), cwd: folder,
      env: { ROOT_ACCESS_KEY: KEYS.accessKeyId, ROOT_SECRET_KEY: KEYS.secretAccessKey },
    });
    process_ = started;
    await waitFor('the S3 server answers', 120_000, () => {
      if (started.hasExited()) throw new Error(`the S3 server ended at its start, see ${folder}`);
      return fetch(`${endpoint}/health`).then((answer) => answer.ok, () => false);
    });
  };
  const kill9 = async (): Promise<void> => { await process_?.kill(); };
  const lab: S3Lab = {
    endpoint, keys: KEYS, bucketFolder, start, kill9,
    signal: (name) => process_?.signal(name),
    config: {
      endpoint, bucket: BUCKET, prefix: '', region: 'us-east-1', pathStyle: true, credentials: KEYS,
      cacheBytes: 2 ** 30,
    },
    yaml: (secret = KEYS.secretAccessKey) => [
      'profiles:', '  s3:', `    endpoint: ${endpoint}`, `    bucket: ${BUCKET}`,
      `    access_key_id: ${KEYS.accessKeyId}`, `    secret_access_key: ${secret}`, '',
    ].join('\n'),
    stop: async () => {
      await kill9();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await start();
    return lab;
  } catch (error) {
    await lab.stop();
    throw error;
  }
}
