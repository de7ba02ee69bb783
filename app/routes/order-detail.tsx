import { useParams } from '@remix-run/react';
import { OrderPage } from '../features/order/order-page.tsx';

export const handle = { ns: ['order'], title: 'order:detail.title' };

export default function OrderDetail() {
  const { orderId = '' } = useParams();
  return <OrderPage key={orderId} orderId={orderId} />;
}
