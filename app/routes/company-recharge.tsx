import { CopiesPage } from '../features/copies/copies-page.tsx';
import { BuyButton, OrderTab } from '../features/order/order-list.tsx';
import { useSession } from '../session/session-store.ts';

export const handle = { ns: ['copies', 'order'], title: 'copies:title' };

export default function CompanyRecharge() {
  // Whoever came from a customer's system buys nothing here: every call of orders is refused.
  const byLink = useSession((s) => s.ssoCallback !== undefined);
  if (byLink) return <CopiesPage />;
  return <CopiesPage orders={<OrderTab />} actions={<BuyButton />} />;
}
