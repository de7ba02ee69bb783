import { redirect } from '@remix-run/cloudflare';

/** The site's root is the home page; the guard sends a visitor on to /login. */
export const loader = () => redirect('/home');
