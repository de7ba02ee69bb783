import { SimPage } from '../features/internal/sim-page.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['sim'] };
export const meta = pageTitle;

export default SimPage;
