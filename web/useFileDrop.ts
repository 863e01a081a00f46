import { useEffect, useRef, useState } from 'react';
import { droppedFolders, plainFiles, type DroppedFolder } from './api/droppedFiles.ts';

/** True while files hang over the window; a drop anywhere on it is given to `onFiles`, its folders once they are read to `onFolders`. Without it a browser would leave the page. */
export function useFileDrop(onFiles: (files: File[]) => void, onFolders: (folders: DroppedFolder[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef({ onFiles, onFolders });
  useEffect(() => { latest.current = { onFiles, onFolders }; });
  useEffect(() => {
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => { if (event.relatedTarget === null) setOver(false); };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      const files = plainFiles(event.dataTransfer);
      void droppedFolders(event.dataTransfer).then((folders) => { if (folders.length > 0) latest.current.onFolders(folders); });
      if (files.length > 0) latest.current.onFiles(files);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}
