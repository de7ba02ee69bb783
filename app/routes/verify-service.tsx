import { VerifyPage } from '../features/verification/verify-page.tsx';

export const handle = { ns: ['verification', 'stage', 'error'], title: 'verification:title' };

/** /verifyService ([2.4]). */
export default VerifyPage;
