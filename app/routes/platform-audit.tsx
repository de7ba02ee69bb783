import { AuditList } from '../features/platform/audit-list.tsx';

export const handle = { ns: ['platform', 'realname', 'error'], title: 'platform:audit.title' };

export default AuditList;
