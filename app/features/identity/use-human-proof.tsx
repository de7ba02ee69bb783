import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import type { ERROR_CODES } from '#core/errors.ts';
import type { HumanProof } from '#core/identity/proof.ts';
import { isClientError } from '../../wire/client-error.ts';

const CaptchaDialog = lazy(() => import('./captcha/captcha-dialog.tsx'));

type CodeOf<Name extends keyof typeof ERROR_CODES> = (typeof ERROR_CODES)[Name];
const NEEDED: CodeOf<'CAPTCHA_NEEDED'> = 401010;
const WRONG: CodeOf<'CAPTCHA_WRONG'> = 401011;

type ProofRequest = { failed: boolean; give: (proof: HumanProof | null) => void };

/**
 * Runs a call that the server may answer with "please complete the security verification" ([8.6b]); then opens the
 * dialog and repeats the call with the proof. If the dialog is closed, rethrows the server's error. The caller renders
 * `dialog`.
 */
export function useHumanProof(): {
  withProof: <T>(attempt: (proof: HumanProof) => Promise<T>) => Promise<T>;
  dialog: ReactNode;
} {
  const [request, setRequest] = useState<ProofRequest | null>(null);

  const withProof = useCallback(async <T,>(attempt: (proof: HumanProof) => Promise<T>) => {
    let proof: HumanProof = {};
    for (;;) {
      try {
        return await attempt(proof);
      } catch (error) {
        if (!isClientError(error) || (error.code !== NEEDED && error.code !== WRONG)) throw error;
        const failed = error.code === WRONG;
        const given = await new Promise<HumanProof | null>((give) => setRequest({ failed, give }));
        setRequest(null);
        if (!given) throw error;
        proof = given;
      }
    }
  }, []);

  const dialog = useMemo(
    () =>
      request && (
        <Suspense fallback={null}>
          <CaptchaDialog failed={request.failed} onClose={() => request.give(null)} onPassed={request.give} />
        </Suspense>
      ),
    [request],
  );
  return { withProof, dialog };
}
