import { CopiesPage } from '../features/copies/copies-page.tsx';
import { BuyButton, OrderTab } from '../features/order/order-list.tsx';
import { useSession } from '../session/session-store.ts';

export const handle = { ns: ['copies', 'order'], title: 'copies:title' };

export default function CompanyRecharge() {
  // Sessions opened by a customer's system cannot buy: the server rejects every order call.
  const byLink = useSession((s) => s.ssoCallback !== undefined);
  if (byLink) return <CopiesPage />;
  return <CopiesPage orders={<OrderTab />} actions={<BuyButton />} />;
}
