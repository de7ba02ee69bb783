const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** A new identifier of 26 characters: time in ms, then 80 random bits, so that identifiers sort by time. */
export function newId(now: number): string {
  let time = '';
  for (let rest = now, i = 0; i < 10; i++) {
    time = DIGITS[rest % 32] + time;
    rest = Math.floor(rest / 32);
  }
  const random = crypto.getRandomValues(new Uint8Array(16));
  return time + Array.from(random, (byte) => DIGITS[byte % 32]).join('');
}
