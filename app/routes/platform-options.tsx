import { OptionsPage } from '../features/config/options-page.tsx';

export const handle = { ns: ['config', 'error'], title: 'config:title' };

export default OptionsPage;
