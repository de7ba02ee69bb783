import { FirmEntry } from '../features/firm/firm-entry.tsx';

export const handle = { ns: ['firm', 'error'], title: 'firm:login' };

export default FirmEntry;
