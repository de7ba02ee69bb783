import { type RefObject, useEffect } from 'react';

/**
 * Keeps a manual popover above everything: it is shown again, and so is last in the browser's top layer, whenever
 * another popover or a full-screen element enters that layer. No z-index reaches above the top layer.
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
    // the event does not bubble, but can be captured
    document.addEventListener('toggle', follow, true);
    document.addEventListener('fullscreenchange', raise);
    return () => {
      document.removeEventListener('toggle', follow, true);
      document.removeEventListener('fullscreenchange', raise);
    };
  }, [popover, wanted]);
}
