import { useTranslation } from 'react-i18next';
import { SimFrame } from '../features/internal/sim-frame.tsx';
import { SimulatedCloudSeal } from '../features/seal/simulated-cloud-seal.tsx';

export const handle = { ns: ['sim', 'cloud'], title: 'cloud:sim.title' };

export default function SimCloudSeal() {
  const { t } = useTranslation('cloud');
  return (
    <SimFrame title={t('sim.title')} about={t('sim.about')}>
      <SimulatedCloudSeal />
    </SimFrame>
  );
}
