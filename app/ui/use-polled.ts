import { useEffect, useRef, useState } from 'react';

/** The result of `read`, polled while the page is visible: for pages without the query cache of a session. */
export function usePolled<T>(read: (signal: AbortSignal) => Promise<T>, everyMs = 3_000) {
  const [data, setData] = useState<T>();
  const [error, setError] = useState<unknown>();
  const [turn, setTurn] = useState(0);
  const latest = useRef(read);
  latest.current = read;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn restarts the polling
  useEffect(() => {
    const aborter = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const once = async () => {
      if (document.visibilityState === 'visible') {
        try {
          const next = await latest.current(aborter.signal);
          if (aborter.signal.aborted) return;
          setData(next);
          setError(undefined);
        } catch (failure) {
          if (!aborter.signal.aborted) setError(failure);
        }
      }
      if (!aborter.signal.aborted) timer = setTimeout(once, everyMs);
    };
    void once();
    return () => {
      aborter.abort();
      clearTimeout(timer);
    };
  }, [turn, everyMs]);
  return { data, error, again: () => setTurn((n) => n + 1) };
}
