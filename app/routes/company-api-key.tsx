import { KeyList } from '../features/apikey/key-list.tsx';

export const handle = { ns: ['apikey', 'agent', 'error', 'rule'], title: 'apikey:title' };

export default KeyList;
