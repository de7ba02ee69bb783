/** A bucket of messages: `burst` at once, then `perSecond`. Answers false when it is empty. */
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
