import { CopiesPage } from '../features/copies/copies-page.tsx';
import { BuyButton, OrderTab } from '../features/order/order-list.tsx';

export const handle = { ns: ['copies', 'order'], title: 'copies:title' };

export default function CompanyRecharge() {
  return <CopiesPage orders={<OrderTab />} actions={<BuyButton />} />;
}
