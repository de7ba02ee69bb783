import { FirmPage } from '../features/firm/firm-page.tsx';

export const handle = { ns: ['firm', 'agent', 'error', 'rule'], title: 'firm:title' };

export default FirmPage;
