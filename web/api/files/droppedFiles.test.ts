import { describe, expect, it } from 'vitest';
import { droppedFolders, mostFolderFiles, plainFiles } from './droppedFiles.ts';

/**
 * A folder as a browser provides it: reads return some entries at a time, then none. Chromium accepts no folder from a
 * test.
 */
type Made = { [name: string]: Made | string | Error };

function entry(name: string, made: Made | string | Error): FileSystemEntry {
  const isDirectory = typeof made === 'object' && !(made instanceof Error);
  return {
    name, isDirectory,
    createReader: () => {
      const rest = Object.entries(made as Made).map(([child, inside]) => entry(child, inside));
      return { readEntries: (resolve: (entries: FileSystemEntry[]) => void) => { resolve(rest.splice(0, 100)); } };
    },
    file: (resolve: (file: File) => void, reject: (error: Error) => void) => {
      if (made instanceof Error) reject(made);
      else resolve(new File([made as string], name));
    },
  } as unknown as FileSystemEntry;
}

function drop(made: Made): DataTransfer {
  const names = Object.keys(made);
  return {
    files: names.map((name) => new File(['x'], name)),
    items: names.map((name) => ({ webkitGetAsEntry: () => entry(name, made[name] ?? '') })),
  } as unknown as DataTransfer;
}

describe('a drop', () => {
  it('gives files and folders apart, with all below a folder by its path', async () => {
    const dropped = drop({ 'cpu.pb.gz': 'a', profiles: { 'heap.pb.gz': 'b', old: { 'cpu.pprof': 'c' } } });
    expect(plainFiles(dropped).map(({ name }) => name)).toEqual(['cpu.pb.gz']);
    const folders = await droppedFolders(dropped);
    expect(
      folders.map(({ name, files, cut, problem }) => ({ name, paths: files.map(({ path }) => path), cut, problem }))
    ).toEqual([
      { name: 'profiles', paths: ['heap.pb.gz', 'old/cpu.pprof'], cut: false, problem: null },
    ]);
    expect(await folders[0]?.files[1]?.file.text()).toBe('c');
  });

  it.each(
    [[mostFolderFiles, false], [mostFolderFiles + 1, true]]
  )('of a folder with %i files says whether it was cut: %s', async (count, cut) => {
    const [folder] = await droppedFolders(
      drop({ many: Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}.pb.gz`, 'x'])) })
    );
    expect(folder).toMatchObject({ cut, problem: null });
    expect(folder?.files.length).toBe(mostFolderFiles);
  });

  it('of a folder that cannot be read says why, and the others are read', async () => {
    const folders = await droppedFolders(
      drop({ bad: { gone: new Error('A requested file or directory could not be found') }, good: { a: 'x' } })
    );
    expect(folders.map(({ name, problem, files }) => [name, problem, files.length])).toEqual([
      ['bad', expect.stringContaining('could not be found') as string, 0], ['good', null, 1],
    ]);
  });

  it('of nothing gives nothing', async () => {
    expect(plainFiles(null)).toEqual([]);
    expect(await droppedFolders(null)).toEqual([]);
  });
});
