import { AuditPage } from '../features/company/audit-page.tsx';

export const handle = { ns: ['company', 'agent', 'error'], title: 'company:audit.title' };

export default AuditPage;
