/** Sources of a window: heads in memory, and sealed partitions that are checked for damage. */
import type { HeadPartition } from './headPartition.ts';
import type { PartitionSource } from './windowRead.ts';

export function headSource(memory: HeadPartition): PartitionSource {
  return {
    scrapes: () => Promise.resolve(memory.scrapes),
    series: () => Promise.resolve(memory.series),
    chunks: (ids) => Promise.resolve(memory.chunks(ids)),
    tail: memory.tail,
  };
}

/** Reports which partition a failure came from. */
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
