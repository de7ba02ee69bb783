import { OptionsPage } from '../features/config/options-page.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['config', 'error'] };
export const meta = pageTitle;

export default OptionsPage;
