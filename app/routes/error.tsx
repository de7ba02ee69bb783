import { NotFound } from '../shell/error-page.tsx';

export const handle = { title: 'shell:notFound.title' };

/** [2.12] /error: also where an answer of the outside world sends a person whose link is no longer good. */
export default NotFound;
