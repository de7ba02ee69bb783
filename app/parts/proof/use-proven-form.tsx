import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecondProof, SecondProofPurpose } from '#core/identity/proof.ts';
import { Notice } from '../../ui/notice.tsx';
import { useSecondProof } from './use-second-proof.tsx';

/** The second proof in a form: its fields, and the call that needs it. Needs the namespace `agent`. */
export function useProvenForm(purpose: SecondProofPurpose) {
  const { t } = useTranslation('agent');
  const proof = useSecondProof(false, purpose);
  const [needsProof, setNeedsProof] = useState(false);
  return {
    fields: (
      <>
        {proof.fields}
        {needsProof && !proof.isReady && <Notice tone="error">{t('proof.missing')}</Notice>}
      </>
    ),
    /** Makes the call with the proof; false where none was typed, which the fields then say. */
    async proven<T>(make: (given: SecondProof) => Promise<T>): Promise<T | false> {
      setNeedsProof(!proof.isReady);
      if (!proof.isReady) return false;
      try {
        return await make(await proof.take());
      } finally {
        proof.clear();
      }
    },
  };
}
