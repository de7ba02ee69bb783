import { useParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { WayIn } from '../features/identity/way-in.tsx';
import { CodeFacts } from '../features/task/code/code-facts.tsx';

export const handle = { ns: ['code', 'error'], title: 'code:title' };

/** Page opened by the QR code at the foot of a file; public to everybody who holds the file. */
export default function ContractCode() {
  const { t } = useTranslation('code');
  const { code = '' } = useParams();
  return (
    <WayIn title={t('title')} about={t('about')} wide>
      <CodeFacts code={code} />
    </WayIn>
  );
}
