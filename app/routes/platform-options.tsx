import { OptionsPage } from '../features/config/options-page.tsx';

export const handle = { ns: ['config', 'signerProof', 'error'], title: 'config:title' };

export default OptionsPage;
