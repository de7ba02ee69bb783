import { useTranslation } from 'react-i18next';
import { SimFrame } from '../features/internal/sim-frame.tsx';
import { SimulatedPayments } from '../features/payment/simulated-payments.tsx';

export const handle = { ns: ['sim', 'payment'], title: 'payment:sim.title' };

export default function SimPay() {
  const { t } = useTranslation('payment');
  return (
    <SimFrame title={t('sim.title')} about={t('sim.about')}>
      <SimulatedPayments />
    </SimFrame>
  );
}
