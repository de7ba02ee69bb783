import { NotFound } from '../shell/error-page.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const meta = pageTitle;

/** Says 404 to whoever reads the status too. */
export const loader = () => new Response(null, { status: 404 });

export default NotFound;
