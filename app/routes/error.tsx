import { NotFound } from '../shell/error-page.tsx';

export const handle = { title: 'shell:notFound.title' };

/** [2.12] /error: external services also redirect here if a link is no longer valid. */
export default NotFound;
