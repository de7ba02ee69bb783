import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is visible in `root`, or closer to it than `margin`. */
export function useInView(
  element: RefObject<Element | null>,
  root: RefObject<Element | null>,
  margin: string,
): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const watch = new IntersectionObserver(([entry]) => setInView(entry!.isIntersecting), {
      root: root.current,
      rootMargin: margin,
    });
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element, root, margin]);
  return inView;
}
