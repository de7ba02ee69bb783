import { FirmBack } from '../features/firm/firm-back.tsx';

export const handle = { ns: ['firm', 'error'], title: 'firm:login' };

export default FirmBack;
