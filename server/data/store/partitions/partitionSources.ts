import type { PartitionSource } from './windowRead.ts';

/** Wraps a source so that `failed` receives the errors of its reads. */
export function guarded(source: PartitionSource, failed: (error: unknown) => void): PartitionSource {
  const watch = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      failed(error);
      throw error;
    }
  };
  return {
    scrapes: () => watch(source.scrapes()),
    series: () => watch(source.series()),
    chunks: (ids, last) => watch(source.chunks(ids, last)),
    tail: source.tail,
  };
}
