import { SimPage } from '../features/internal/sim-page.tsx';

export const handle = { ns: ['sim'], title: 'sim:title' };

export default SimPage;
