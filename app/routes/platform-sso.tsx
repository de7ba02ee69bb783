import { CustomerList } from '../features/platform/customer-list.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['platform', 'error', 'rule'] };
export const meta = pageTitle;

export default CustomerList;
