import { useTranslation } from 'react-i18next';
import { SimFrame } from '../features/internal/sim-frame.tsx';
import { SimulatedCloudSeal } from '../features/seal/simulated-cloud-seal.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['sim', 'cloud'] };
export const meta = pageTitle;

export default function SimCloudSeal() {
  const { t } = useTranslation('cloud');
  return (
    <SimFrame title={t('sim.title')} about={t('sim.about')}>
      <SimulatedCloudSeal />
    </SimFrame>
  );
}
