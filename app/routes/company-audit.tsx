import { AuditPage } from '../features/company/audit-page.tsx';

export const handle = { ns: ['company', 'error'] };

export default AuditPage;
