import type { ReactNode } from 'react';

export type HeadingLevel = 1 | 2 | 3;

/** A heading of the level that its place in the page asks for: 1 is the page's own and stands once. */
export function Heading(
  { level, className, children }: { level: HeadingLevel; className?: string | undefined; children: ReactNode }
) {
  const Tag = `h${level}` as const;
  return <Tag className={className}>{children}</Tag>;
}
