import { CompanyInfoPage } from '../features/realname/company-info-page.tsx';

export const handle = { ns: ['realname', 'reminder', 'error'], title: 'realname:info.title' };

export default CompanyInfoPage;
