import { useEffect, useRef } from 'react';
import type { Values } from '../../ui/form.tsx';

/** Delay, ms, between the last keystroke and saving ([5.18c]). */
const REST_MS = 800;

/** Calls `onRest` with the values, debounced; not for the initial values. */
export function AutoSave({ values, onRest }: { values: Values; onRest: (values: Values) => void }) {
  const latest = useRef(onRest);
  latest.current = onRest;
  const first = useRef(values);
  useEffect(() => {
    if (values === first.current) return;
    const timer = setTimeout(() => latest.current(values), REST_MS);
    return () => clearTimeout(timer);
  }, [values]);
  return null;
}
