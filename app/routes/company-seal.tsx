import { SealList } from '../features/seal/seal-list.tsx';

export const handle = { ns: ['seal', 'error'] };

export default SealList;
