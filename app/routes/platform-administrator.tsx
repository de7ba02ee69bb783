import { AdministratorList } from '../features/platform/administrator-list.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['platform', 'error'] };
export const meta = pageTitle;

export default AdministratorList;
