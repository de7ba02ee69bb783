import { AdministratorList } from '../features/platform/administrator-list.tsx';

export const handle = { ns: ['platform', 'agent', 'error'], title: 'platform:lead.title' };

export default AdministratorList;
