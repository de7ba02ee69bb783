import { StatusPage } from '../features/platform/status-page.tsx';

export const handle = { ns: ['platform', 'error'], title: 'platform:status.title' };

export default StatusPage;
