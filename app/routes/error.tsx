import { NotFound } from '../shell/error-page.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const meta = pageTitle;

/** [2.12] /error: also where an answer of the outside world sends a person whose link is no longer good. */
export default NotFound;
