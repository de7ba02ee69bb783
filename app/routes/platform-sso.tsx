import { CustomerList } from '../features/platform/customer-list.tsx';

export const handle = { ns: ['platform', 'agent', 'error', 'rule'], title: 'platform:sso.title' };

export default CustomerList;
