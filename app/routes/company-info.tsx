import { CompanyInfoPage } from '../features/realname/company-info-page.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['realname', 'error'] };
export const meta = pageTitle;

export default CompanyInfoPage;
