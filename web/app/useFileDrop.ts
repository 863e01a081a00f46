import { droppedFolders, plainFiles, type DroppedFolder } from '../api/files/droppedFiles.ts';
import { usePageDrop } from '../ui/drop/usePageDrop.ts';

/**
 * True while files hang over the window; a drop anywhere on it is given to `onFiles`, its folders once they are read to
 * `onFolders`.
 */
export function useFileDrop(onFiles: (files: File[]) => void, onFolders: (folders: DroppedFolder[]) => void): boolean {
  return usePageDrop((dropped) => {
    const files = plainFiles(dropped);
    void droppedFolders(dropped).then((folders) => { if (folders.length > 0) onFolders(folders); });
    if (files.length > 0) onFiles(files);
  });
}
