import { type UIMatch, useParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { PasswordResult, RESULT_TYPES, RESULTS } from '../features/identity/password-result.tsx';
import { WayIn } from '../features/identity/way-in.tsx';
import { NotFound } from '../shell/error-page.tsx';

const typeOf = (text: string | undefined) => RESULT_TYPES.find((one) => one === text);

export const handle = {
  ns: ['register'],
  title: ({ params }: UIMatch) => {
    const type = typeOf(params.type);
    return type ? `register:result.title.${type}` : 'shell:notFound.title';
  },
};

/** [2.12] /passwordResult/{result}/{type} */
export default function PasswordResultPage() {
  const { t } = useTranslation('register');
  const params = useParams();
  const result = RESULTS.find((one) => one === params.result);
  const type = typeOf(params.type);
  if (!result || !type) return <NotFound />;
  return (
    <WayIn title={t(`result.title.${type}`)}>
      <PasswordResult result={result} type={type} />
    </WayIn>
  );
}
