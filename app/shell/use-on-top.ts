import { type RefObject, useEffect } from 'react';

/**
 * Keeps a manual popover above everything: it is shown again, and so last in the browser's top layer, whenever another
 * popover or an element that fills the screen comes into it. No z-index reaches above those.
 */
export function useOnTop(popover: RefObject<HTMLElement | null>, wanted: boolean): void {
  useEffect(() => {
    const element = popover.current;
    if (!element || !wanted) return;
    const raise = () => {
      if (element.matches(':popover-open')) element.hidePopover();
      element.showPopover();
    };
    const follow = (event: Event) => {
      if (event.target !== element && (event as ToggleEvent).newState === 'open') raise();
    };
    raise();
    // it does not bubble, but is seen on its way down
    document.addEventListener('toggle', follow, true);
    document.addEventListener('fullscreenchange', raise);
    return () => {
      document.removeEventListener('toggle', follow, true);
      document.removeEventListener('fullscreenchange', raise);
    };
  }, [popover, wanted]);
}
