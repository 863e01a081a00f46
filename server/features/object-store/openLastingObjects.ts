import type { S3Config } from '../../kernel/config/configTypes.ts';
import { LastingObjects, type LastingObjectsOptions } from './lastingObjects.ts';
import { S3Store } from './s3Store.ts';

/** Of the bucket that the configuration names. Never fails: what is wrong is a fault until it is mended. */
export function openLastingObjects(
  s3: S3Config, options: Pick<LastingObjectsOptions, 'dataDir' | 'faults' | 'clock'>
): Promise<LastingObjects> {
  const place = JSON.stringify([s3.endpoint ?? s3.region, s3.bucket, s3.prefix]);
  return LastingObjects.open({ ...options, store: new S3Store(s3), place, cacheBytes: s3.cacheBytes });
}
