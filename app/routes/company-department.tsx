import { DepartmentPage } from '../features/company/department-page.tsx';

export const handle = { ns: ['company', 'error'], title: 'company:departments.title' };

export default DepartmentPage;
