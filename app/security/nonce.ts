import { createContext, useContext } from 'react';

/** The nonce of this response's content security policy; empty in the browser, where it is no longer needed. */
export const NonceContext = createContext('');
export const useNonce = (): string => useContext(NonceContext);

/** A nonce of 128 random bits, base64. */
export function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}
