import { useMediaQuery } from '@mantine/hooks';

/** Read at once: a layout for another width first would move what is below it. */
const AT_ONCE = { getInitialValueInEffect: false };

/** Whether the page is at most so wide, in CSS pixels. */
export function useAtMostPx(px: number): boolean {
  return useMediaQuery(`(max-width: ${px}px)`, undefined, AT_ONCE);
}
