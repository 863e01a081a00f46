import type { ReactNode } from 'react';
import { useOpenPart } from '../../url/useOpenPart.ts';
import styles from './Fold.module.css';

interface FoldProps {
  /** Name in the address while it is open. */
  id: string;
  title: string;
  /** Summary of the content in a few words: `five ways, 1 available`. */
  holds: ReactNode;
  /** Open regardless of the address, such as with the result of a dropped file. */
  isForced?: boolean;
  children: ReactNode;
}

/** A collapsible part of a page with a summary of its content, which is drawn once it is open. */
export function Fold({ id, title, holds, isForced = false, children }: FoldProps) {
  const part = useOpenPart(id);
  const isOpen = isForced || part.isOpen;
  return (
    <details {...part.details} className={styles['fold']} open={isOpen}>
      <summary><h2>{title}</h2> <span>{holds}</span></summary>
      {isOpen && <div className={styles['content']}>{children}</div>}
    </details>
  );
}

/** The collapsible parts at the end of a page. */
export function Folds({ children }: { children: ReactNode }) {
  return <div className={styles['folds']}>{children}</div>;
}
