import { SealList } from '../features/seal/seal-list.tsx';

export const handle = { ns: ['seal', 'people', 'error'], title: 'seal:title' };

export default SealList;
