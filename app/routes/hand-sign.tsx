import { HandSignPage } from '../features/account/hand-sign-page.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['account', 'error'] };
export const meta = pageTitle;

export default HandSignPage;
