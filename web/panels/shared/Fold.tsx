import type { ReactNode } from 'react';
import { useOpenPart } from '../../url/useOpenPart.ts';
import styles from './Fold.module.css';

interface FoldProps {
  /** In the address while it is open. */
  id: string;
  title: string;
  /** What is inside, in a few words: `five ways, 1 available`. */
  holds: ReactNode;
  /** Open whatever the address says, such as with the result of a file that was dropped. */
  isForced?: boolean;
  children: ReactNode;
}

/** A collapsed part of a page whose summary says what is in it. Its content is drawn once it is open. */
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

/** The folds at the end of a page, one below the other. */
export function Folds({ children }: { children: ReactNode }) {
  return <div className={styles['folds']}>{children}</div>;
}
