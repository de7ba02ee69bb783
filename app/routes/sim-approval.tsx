import { useTranslation } from 'react-i18next';
import { SimFrame } from '../features/internal/sim-frame.tsx';
import { SimApproval } from '../parts/consent/sim-approval.tsx';

export const handle = { ns: ['sim', 'consent'], title: 'consent:sim.title' };

export default function SimApprovalPage() {
  const { t } = useTranslation('consent');
  return (
    <SimFrame title={t('sim.title')} about={t('sim.about')}>
      <SimApproval />
    </SimFrame>
  );
}
