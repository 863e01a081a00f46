import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { withoutPrefix } from '../url/pathPrefix.ts';
import { parseUrl } from '../../core/url/urlState.ts';
import { useUrlState } from '../url/useUrlState.ts';

/** A link inside the page: followed without a reload, and still a plain link to copy or open elsewhere. */
export function Link({ href, onClick, children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const { set } = useUrlState();
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const [path = '/', query = ''] = href.split(/\?(.*)/s);
    set(parseUrl(withoutPrefix(path), query));
  };
  return <a href={href} onClick={follow} {...rest}>{children}</a>;
}
