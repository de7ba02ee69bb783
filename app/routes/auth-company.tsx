import { AuthCompanyPage } from '../features/realname/auth-company-page.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = {
  ns: ['realname', 'rule', 'error'],
  crumb: 'realname:ent.title',
  below: '/account/myBusiness',
};
export const meta = pageTitle;

export default AuthCompanyPage;
