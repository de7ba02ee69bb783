import { MySeals } from '../features/seal/my-seals.tsx';

export const handle = { ns: ['seal', 'error'] };

export default MySeals;
