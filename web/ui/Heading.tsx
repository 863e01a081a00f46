import type { ReactNode } from 'react';

export type HeadingLevel = 1 | 2 | 3;

/** A heading of the given level; a page has a single heading of level 1. */
export function Heading(
  { level, className, children }: { level: HeadingLevel; className?: string | undefined; children: ReactNode }
) {
  const Tag = `h${level}` as const;
  return <Tag className={className}>{children}</Tag>;
}
