import { useParams, useSearchParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { EnterByNumber } from '../features/identity/enter-by-number.tsx';
import { WayIn } from '../features/identity/way-in.tsx';
import { SigningLinkOpener } from '../features/signinglink/signing-link-opener.tsx';
import { noTraces } from '../wire/no-traces.ts';

export const handle = {
  ns: ['signinglink', 'invitation', 'identity', 'register', 'fill', 'rule', 'error'],
  title: 'signinglink:title',
};

export const headers = noTraces;

/** /s/:code, opened by a signing link or its QR code. */
export default function SigningLink() {
  const { t } = useTranslation('signinglink');
  const { code = '' } = useParams();
  const [search] = useSearchParams();
  const counter = search.get('at') ?? '';
  return (
    <WayIn title={t('title')}>
      <SigningLinkOpener
        key={code}
        code={code}
        counter={counter}
        enter={(onEntered) => <EnterByNumber code={code} counter={counter} onEntered={onEntered} />}
      />
    </WayIn>
  );
}
