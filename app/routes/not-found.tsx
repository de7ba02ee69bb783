import { NotFound } from '../shell/error-page.tsx';

export const handle = { title: 'shell:notFound.title' };

/** Says 404 to whoever reads the status too. */
export const loader = () => new Response(null, { status: 404 });

export default NotFound;
