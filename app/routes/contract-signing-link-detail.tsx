import { SigningLinkPage } from '../features/signinglink/signing-link-page.tsx';

export const handle = {
  ns: ['signinglink', 'error'],
  title: 'signinglink:list.title',
  below: '/contract/signingLink',
};

export default SigningLinkPage;
