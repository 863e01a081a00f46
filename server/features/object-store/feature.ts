import type { S3Config } from '../../kernel/config/configTypes.ts';
import type { Feature, Opened } from '../../kernel/feature.ts';
import type { OpenReplicas } from '../../kernel/files/replicatedStore.ts';
import { ReplicatedObjects } from './replicatedObjects.ts';
import type { ObjectStore } from './objectStore.ts';
import { S3Store } from './s3Store.ts';

export interface OpenedObjectStore extends Opened {
  openReplica: OpenReplicas;
  /** Returns the bucket itself, with this timeout per request. */
  bucket: (timeoutMs: number) => ObjectStore;
}

/** Shares the data folder through a bucket. Opening never fails: a problem with the bucket is a fault until fixed. */
export const objectStoreFeature: Feature<S3Config, OpenedObjectStore> = {
  name: 'object-store',
  async open({ dataDir, faults, clock }, s3) {
    const place = JSON.stringify([s3.endpoint ?? s3.region, s3.bucket, s3.prefix]);
    const objects = await ReplicatedObjects.open({
      dataDir, faults, clock, store: new S3Store(s3), place, cacheBytes: s3.cacheBytes,
    });
    return {
      openReplica: objects.openReplica, bucket: (timeoutMs) => new S3Store(s3, timeoutMs), close: () => objects.close(),
    };
  },
};
