import { AuthPersonPage } from '../features/realname/auth-person-page.tsx';

export const handle = { ns: ['realname', 'rule', 'error'], title: 'realname:person.title' };

export default AuthPersonPage;
