/** A token bucket: `burst` messages at once, then `perSecond`. Returns false when it is empty. */
export function rateOf(perSecond: number, burst: number, clock = () => performance.now()): () => boolean {
  let left = burst;
  let last = clock();
  return () => {
    const now = clock();
    left = Math.min(burst, left + ((now - last) / 1000) * perSecond);
    last = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
