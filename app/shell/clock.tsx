import { useEffect, useState } from 'react';
import { formatDateTime } from '../i18n/format.ts';
import style from './header.module.css';

/** The time in the user's time zone, updated every second ([2.1e]). Empty before hydration. */
export function Clock() {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const at = Date.now();
      setNow(at);
      timer = setTimeout(tick, 1000 - (at % 1000));
    };
    tick();
    return () => clearTimeout(timer);
  }, []);
  return (
    <time className={style.clock} dateTime={now === undefined ? undefined : new Date(now).toISOString()}>
      {formatDateTime(now, { seconds: true })}
    </time>
  );
}
