import { AuthCompanyPage } from '../features/realname/auth-company-page.tsx';

export const handle = {
  ns: ['realname', 'rule', 'error'],
  title: 'realname:ent.title',
  below: '/account/myBusiness',
};

export default AuthCompanyPage;
