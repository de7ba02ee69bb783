import { useParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { AGREEMENTS } from '#core/identity/agreements.ts';
import { AgreementText } from '../features/identity/agreement-text.tsx';
import { WayIn } from '../features/identity/way-in.tsx';
import { NotFound } from '../shell/error-page.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['agreement'] };
export const meta = pageTitle;

/** [2.12] /agreenment/{id}, ids 1 to 4, open to everybody. */
export default function Agreement() {
  const { t } = useTranslation('agreement');
  const { id: asked } = useParams();
  const id = AGREEMENTS.find((one) => String(one) === asked);
  if (!id) return <NotFound />;
  return (
    <WayIn title={t(`title.${id}`)} wide>
      <AgreementText id={id} />
    </WayIn>
  );
}
