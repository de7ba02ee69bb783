import { useEffect, useRef } from 'react';
import { formatDateTime } from '../i18n/format.ts';
import style from './header.module.css';

/**
 * The time in the user's time zone, updated every second ([2.1e]). Empty before hydration. Written past React, whose
 * drawing took more than half a millisecond of each second that somebody types in.
 */
export function Clock() {
  const shown = useRef<HTMLTimeElement>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const at = Date.now();
      if (shown.current) {
        shown.current.dateTime = new Date(at).toISOString();
        shown.current.textContent = formatDateTime(at, { seconds: true });
      }
      timer = setTimeout(tick, 1000 - (at % 1000));
    };
    tick();
    return () => clearTimeout(timer);
  }, []);
  return <time ref={shown} className={style.clock} />;
}
