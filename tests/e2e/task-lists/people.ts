let made = 0;
/** A name that no other test uses. */
export const freshName = (what: string): string =>
  `${what}${process.pid}x${Date.now().toString(36)}x${++made}`;
