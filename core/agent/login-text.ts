/** What a login signs: nothing else that is signed anywhere begins so. */
export const loginText = (origin: string, challenge: string): string =>
  `signet-login-v1\0${origin}\0${challenge}`;
