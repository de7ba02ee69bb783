import { SignaturePanel } from '../features/account/signature-panel.tsx';
import { MySeals } from '../features/seal/my-seals.tsx';

export const handle = { ns: ['seal', 'account', 'error'], title: 'seal:mine.title' };

/** [2.20] The signature as it is now with its ways to another, then all seals of the person. */
export default function MySignature() {
  return <MySeals top={<SignaturePanel />} />;
}
