import { VerifyPage } from '../features/verification/verify-page.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['verification', 'stage', 'error'] };
export const meta = pageTitle;

/** /verifyService ([2.4]). */
export default VerifyPage;
