import { redirect } from '@remix-run/cloudflare';

/** The site's root redirects to the home page; the guard redirects visitors to /login. */
export const loader = () => redirect('/home');
