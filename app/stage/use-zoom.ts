import { type RefObject, useEffect, useState } from 'react';
import type { PageSource } from './page-source.ts';
import { nextZoom, pxPerMmOf, type Zoom } from './zoom.ts';

/** The scale of the pages: from the size of the scroller and the user's choice. */
export function useZoom(scroller: RefObject<HTMLElement>, source: PageSource) {
  const [zoom, setZoom] = useState<Zoom>('width');
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const widest = Math.max(...source.pages.map((p) => p.widthMm));
  const tallest = Math.max(...source.pages.map((p) => p.heightMm));
  const pxPerMm = pxPerMmOf(zoom, room, widest, tallest);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const watch = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      setRoom((old) => (Math.abs(old.width - width) < 2 && old.height === height ? old : { width, height }));
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [scroller]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Not passive: otherwise the browser would zoom the whole page.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      setZoom(nextZoom(pxPerMm, event.deltaY < 0 ? 1 : -1));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [scroller, pxPerMm]);

  return {
    zoom,
    setZoom,
    /** One step larger or smaller. */
    step: (by: 1 | -1) => setZoom(nextZoom(pxPerMm, by)),
    pxPerMm,
    /** Whether the available size is measured, so that sheets can be laid out. */
    standing: room.width > 0,
  };
}
