/** The text that a login signs; nothing else that is signed has this prefix. */
export const loginText = (origin: string, challenge: string): string =>
  `signet-login-v1\0${origin}\0${challenge}`;
