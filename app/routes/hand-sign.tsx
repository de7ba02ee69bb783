import { HandSignPage } from '../features/account/hand-sign-page.tsx';

export const handle = { ns: ['account', 'error'], title: 'account:hand.title' };

export default HandSignPage;
