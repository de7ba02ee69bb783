import { OpeningList } from '../features/autosign/opening-list.tsx';

export const handle = { ns: ['autosign', 'company', 'sign', 'error', 'rule'], title: 'autosign:title' };

export default OpeningList;
