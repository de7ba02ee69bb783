import { type UIMatch, useParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { AGREEMENTS } from '#core/identity/agreements.ts';
import { AgreementText } from '../features/identity/agreement-text.tsx';
import { WayIn } from '../features/identity/way-in.tsx';
import { NotFound } from '../shell/error-page.tsx';

const idOf = (text: string | undefined) => AGREEMENTS.find((one) => String(one) === text);

export const handle = {
  ns: ['agreement'],
  title: ({ params }: UIMatch) => {
    const id = idOf(params.id);
    return id ? `agreement:title.${id}` : 'shell:notFound.title';
  },
};

/** [2.12] /agreenment/{id}, ids 1 to 4, open to everybody. */
export default function Agreement() {
  const { t } = useTranslation('agreement');
  const id = idOf(useParams().id);
  if (!id) return <NotFound />;
  return (
    <WayIn title={t(`title.${id}`)} wide>
      <AgreementText id={id} />
    </WayIn>
  );
}
