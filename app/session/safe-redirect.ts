/** The redirect target after login: only a path of this site, never another site; /home by default. */
export function safeRedirect(wanted: string | null): string {
  if (!wanted?.startsWith('/') || /^\/[/\\]/.test(wanted) || wanted.startsWith('/login')) return '/home';
  // browsers drop control characters, so that "/\t/evil" would become another site
  return [...wanted].some((c) => c.charCodeAt(0) < 0x20) ? '/home' : wanted;
}
