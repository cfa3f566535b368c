import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** How far from the end, in CSS pixels, a reader still counts as being there. */
const nearEnd = 240;

/**
 * Keeps the end of a growing page in view while a run is live, until the reader scrolls away from it. An address that names a
 * step is a place that the reader has chosen.
 */
export function useFollow(isLive: boolean) {
  const isFirst = isLive && location.hash === '';
  const [isFollowing, setFollowing] = useState(isFirst);
  const following = useRef(isFirst);
  const set = useCallback((next: boolean) => {
    following.current = next;
    setFollowing(next);
  }, []);
  // Before the next drawing, so that a run that is over is not followed to its end.
  useLayoutEffect(() => {
    if (!isLive) return undefined;
    let lastY = scrollY;
    const onScroll = () => {
      const isNearEnd = document.documentElement.scrollHeight - scrollY - innerHeight < nearEnd;
      // Growth alone also moves the end away; only a reader moves up.
      if (isNearEnd) set(true);
      else if (scrollY < lastY) set(false);
      lastY = scrollY;
    };
    const growth = new ResizeObserver(() => {
      if (following.current) scrollToEnd();
    });
    addEventListener('scroll', onScroll, { passive: true });
    growth.observe(document.body);
    return () => {
      removeEventListener('scroll', onScroll);
      growth.disconnect();
    };
  }, [isLive, set]);
  const follow = useCallback(() => {
    set(true);
    scrollToEnd();
  }, [set]);
  return { isFollowing: isLive && isFollowing, follow };
}

function scrollToEnd(): void {
  scrollTo(0, document.documentElement.scrollHeight);
}
