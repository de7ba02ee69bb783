import { NotFound } from '../shell/error-page.tsx';

export const handle = { title: 'shell:notFound.title' };

/** Sets the HTTP status 404 as well. */
export const loader = () => new Response(null, { status: 404 });

/** [2.12] /error: external services also redirect here if a link is no longer valid. */
export default NotFound;
