import { loadavg } from 'node:os';

/** Samples the machine's load average of one minute; without it a slow stage cannot be told from a busy machine. */
export function meterLoad(everyMs = 5_000): () => { mean: number; most: number } {
  const seen = [loadavg()[0]!];
  const timer = setInterval(() => seen.push(loadavg()[0]!), everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    seen.push(loadavg()[0]!);
    return { mean: seen.reduce((sum, one) => sum + one, 0) / seen.length, most: Math.max(...seen) };
  };
}
