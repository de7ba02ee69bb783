import { SignaturePanel } from '../features/account/signature-panel.tsx';
import { MySeals } from '../features/seal/my-seals.tsx';

export const handle = { ns: ['seal', 'account', 'error'], title: 'seal:mine.title' };

/** [2.20] The person's current signature, which can be replaced, then all their seals. */
export default function MySignature() {
  return <MySeals top={<SignaturePanel />} />;
}
