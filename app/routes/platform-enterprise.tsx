import { EnterpriseList } from '../features/platform/enterprise-list.tsx';

export const handle = { ns: ['platform', 'realname', 'error'], title: 'platform:ent.title' };

export default EnterpriseList;
