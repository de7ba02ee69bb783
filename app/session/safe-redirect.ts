/** Where to go after logging in: only a path of our own, never another site; /home without one. */
export function safeRedirect(wanted: string | null): string {
  if (!wanted?.startsWith('/') || /^\/[/\\]/.test(wanted) || wanted.startsWith('/login')) return '/home';
  // a control character is dropped by browsers, so that "/\t/evil" would become another site
  return [...wanted].some((c) => c.charCodeAt(0) < 0x20) ? '/home' : wanted;
}
