import { useMemo, useState } from 'react';
import type { UsedDraft } from '../draft/use-draft.ts';

/**
 * The draft with the access codes of its signers. They are kept in the memory of this page and sent with the plan: the draft
 * itself, which colleagues share and devices keep, never has them.
 */
export function useAccessCodes<Used extends Pick<UsedDraft, 'draft'>>(
  stored: Used,
): { used: Used; setAccessCode: (signerId: string, code: string) => void } {
  const [codes, setCodes] = useState<Readonly<Record<string, string>>>({});
  const { draft } = stored;
  const coded = useMemo(
    () => ({
      ...draft,
      signers: draft.signers.map((signer) => {
        const accessCode = codes[signer.signerId];
        return accessCode ? { ...signer, accessCode } : signer;
      }),
    }),
    [draft, codes],
  );
  return {
    used: { ...stored, draft: coded },
    setAccessCode: (signerId, code) => setCodes((old) => ({ ...old, [signerId]: code })),
  };
}
