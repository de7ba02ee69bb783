import { SigningLinkList } from '../features/signinglink/signing-link-list.tsx';

export const handle = { ns: ['signinglink', 'fill', 'error'], title: 'signinglink:list.title' };

export default SigningLinkList;
