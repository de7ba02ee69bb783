const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** A random key of 20 characters for a draft or one of its rows, unique across devices. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => DIGITS[byte % 32]).join('');
