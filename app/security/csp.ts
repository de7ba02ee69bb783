export type PolicyOptions = {
  nonce: string;
  /** Other origins that pages may connect to, such as the sync rooms. */
  connect?: readonly string[];
  /** The only origin whose pages may show this page in a frame; by default none may. */
  embedder?: string | null | undefined;
};

/** The UKey agent listens on the user's own machine. */
const AGENT = ['ws://127.0.0.1:*', 'ws://localhost:*'];

/**
 * The content security policy of a page: scripts by nonce only; style sheets from our origin only, no style attributes.
 * Computed styles are set by script through the CSSOM, which no policy forbids: no page contains a style attribute.
 */
export function contentSecurityPolicy({ nonce, connect = [], embedder }: PolicyOptions): string {
  const rules: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", `'nonce-${nonce}'`, "'wasm-unsafe-eval'"],
    'style-src-elem': ["'self'", `'nonce-${nonce}'`],
    'style-src-attr': ["'none'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'worker-src': ["'self'", 'blob:'],
    'frame-src': ["'self'", 'blob:'],
    'connect-src': ["'self'", 'blob:', 'data:', ...AGENT, ...connect],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': [embedder ?? "'none'"],
  };
  return Object.entries(rules)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/** All security headers of a page. */
export function pageHeaders(options: PolicyOptions): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(options),
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}
