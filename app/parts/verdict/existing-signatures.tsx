import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Bytes, fromBase64 } from '#core/bytes.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { call } from '../../call.ts';
import { localKey } from '../../query.ts';
import { Notice } from '../../ui/notice.tsx';

interface SignedFile {
  fileKey: string;
  fileName: string;
}

/**
 * Says before sending which signatures the chosen files have already, and whether they are valid: whoever receives a
 * file with a broken signature will see it too. A file that cannot be read here is left to the checks of the upload.
 */
export function ExistingSignatures({
  files,
  read,
}: {
  files: readonly SignedFile[];
  read: (fileKey: string) => Promise<Bytes>;
}) {
  const { t } = useTranslation('ui');
  const found = useQueries({
    queries: files.map(({ fileKey }) => ({
      queryKey: localKey('existingSignatures', fileKey),
      queryFn: async () => check(await read(fileKey)),
      // The key names the bytes.
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      meta: { silent: true },
    })),
  });
  return files.map(({ fileKey, fileName }, i) => {
    const signatures = found[i]?.data ?? [];
    if (signatures.length === 0) return null;
    const broken = signatures.some(({ verdict }) => verdict === 'invalid');
    return (
      <Notice key={fileKey} tone={broken ? 'error' : 'info'}>
        <p style={{ margin: 0 }}>
          {t(broken ? 'existing.broken' : 'existing.signed', { name: fileName, count: signatures.length })}
        </p>
        <ul style={{ margin: 0 }}>
          {signatures.map(({ name, signer, verdict }) => (
            <li key={name}>{t(`existing.${verdict}`, { signer: signer ?? t('existing.unknown') })}</li>
          ))}
        </ul>
      </Notice>
    );
  });
}

async function check(bytes: Bytes) {
  const { existingSignatures } = await import('#core/verification/existing-signatures.ts');
  return existingSignatures(bytes, {
    time: Date.now(),
    trustAnchors: async () => (await call(listTrustAnchors, {})).map(({ der }) => fromBase64(der)),
  });
}
