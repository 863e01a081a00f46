import { droppedFolders, plainFiles, type DroppedFolder } from '../api/files/droppedFiles.ts';
import { usePageDrop } from '../ui/drop/usePageDrop.ts';

/**
 * Returns true while files are dragged over the window; passes dropped files to `onFiles`, and folders, once read, to
 * `onFolders`.
 */
export function useFileDrop(onFiles: (files: File[]) => void, onFolders: (folders: DroppedFolder[]) => void): boolean {
  return usePageDrop((dropped) => {
    const files = plainFiles(dropped);
    void droppedFolders(dropped).then((folders) => { if (folders.length > 0) onFolders(folders); });
    if (files.length > 0) onFiles(files);
  });
}
