import { SimFacePage } from '../features/realname/sim-face-page.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['realname', 'error'] };
export const meta = pageTitle;

export default SimFacePage;
