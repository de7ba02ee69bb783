import { DirectoryPage } from '../features/company/directory-page.tsx';

export const handle = { ns: ['company', 'people', 'error'], title: 'company:directory.title' };

export default DirectoryPage;
