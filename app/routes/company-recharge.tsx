import { CreditPage } from '../features/credit/credit-page.tsx';
import { BuyButton, OrderTab } from '../features/order/order-list.tsx';
import { useSession } from '../session/session-store.ts';

export const handle = { ns: ['credit', 'order'], title: 'credit:title' };

export default function CompanyRecharge() {
  // Sessions opened by a customer's system cannot buy: the server rejects every order call.
  const byLink = useSession((s) => s.ssoCallback !== undefined);
  if (byLink) return <CreditPage />;
  return <CreditPage orders={<OrderTab />} actions={<BuyButton />} />;
}
