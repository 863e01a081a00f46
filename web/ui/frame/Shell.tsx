import { useEffect, useState, type ReactNode } from 'react';
import { IconDots } from '@tabler/icons-react';
import { Link } from '../Link.tsx';
import styles from './Shell.module.css';

export interface NavItem {
  key: string;
  title: string;
  /** Title in the bottom bar of a narrow page. */
  shortTitle: string;
  href: string;
  icon: ReactNode;
  isCurrent: boolean;
  /** Starts a new group in the rail. */
  startsGroup: boolean;
  /** Whether it is in *More* in the bottom bar of a narrow page. */
  isMore: boolean;
}

interface ShellProps {
  nav: NavItem[];
  target: ReactNode;
  controls: ReactNode;
  banners: ReactNode;
  homeHref: string;
  children: ReactNode;
}

/** Page layout: rail (a bottom bar below 900 px), bar with target and time, banners, page. */
export function Shell({ nav, target, controls, banners, homeHref, children }: ShellProps) {
  const [isOpen, setOpen] = useState(false);
  const current = nav.find(({ isCurrent }) => isCurrent);
  const [shown, setShown] = useState(current?.key);
  if (shown !== current?.key) {
    setShown(current?.key);
    setOpen(false);
  }
  useEffect(() => {
    if (!isOpen) return undefined;
    const leave = (event: KeyboardEvent): void => { if (event.key === 'Escape') setOpen(false); };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [isOpen]);
  return (
    <div className={styles['shell']}>
      <a href="#page" className={styles['skip']}>Skip to content</a>
      <header className={styles['bar']}>
        <Link href={homeHref} className={styles['brand']} aria-label="tsdbscope, overview">
          <svg viewBox="0 0 32 32" aria-hidden="true"><path d="M2 21h6l3-10 4 16 4-20 3 14h8" fill="none"
            stroke="var(--mark-cpu)" strokeWidth="2.6" strokeLinejoin="round" strokeLinecap="round" /><path d="M19 2v3"
            stroke="var(--mark-replay)" strokeWidth="2.6" strokeLinecap="round" /></svg>
          <span>tsdbscope</span>
        </Link>
        <div className={styles['target']}>{target}</div>
        <div className={styles['controls']}>{controls}</div>
      </header>
      <nav className={styles['nav']} aria-label="Pages" data-open={isOpen || undefined}>
        {nav.map((item) => (
          <Link key={item.key} href={item.href} className={styles['item']}
            aria-current={item.isCurrent ? 'page' : undefined} data-group={item.startsGroup || undefined}
            data-more={item.isMore || undefined} onClick={() => setOpen(false)}>
            {item.icon}
            <span className={styles['long']}>{item.title}</span>
            <span className={styles['short']} aria-hidden="true">{item.shortTitle}</span>
          </Link>
        ))}
        <button type="button" className={`${styles['item']} ${styles['more']}`} aria-expanded={isOpen}
          data-current={current?.isMore === true || undefined} onClick={() => setOpen(!isOpen)}>
          <IconDots aria-hidden="true" />More
        </button>
      </nav>
      <main id="page" className={styles['page']} tabIndex={-1}>
        {banners}
        {children}
      </main>
    </div>
  );
}

/** A line across the page on the server or storage; `critical` interrupts screen readers. */
export function Banner({ kind, children }: { kind: 'critical' | 'warning' | 'info'; children: ReactNode }) {
  return <div className={styles['banner']} data-kind={kind} role={kind === 'critical' ? 'alert' : 'status'}>{children}
    </div>;
}
