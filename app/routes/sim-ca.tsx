import { useTranslation } from 'react-i18next';
import { SimulatedCa } from '../features/certificate/simulated-ca.tsx';
import { SimFrame } from '../features/internal/sim-frame.tsx';

export const handle = { ns: ['sim', 'certificate'], title: 'certificate:sim.title' };

export default function SimCa() {
  const { t } = useTranslation('certificate');
  return (
    <SimFrame title={t('sim.title')} about={t('sim.about')}>
      <SimulatedCa />
    </SimFrame>
  );
}
