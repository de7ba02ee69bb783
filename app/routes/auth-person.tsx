import { AuthPersonPage } from '../features/realname/auth-person-page.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['realname', 'rule', 'error'] };
export const meta = pageTitle;

export default AuthPersonPage;
