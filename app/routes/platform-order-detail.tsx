import { useParams } from '@remix-run/react';
import { PlatformOrder } from '../features/order/platform-order.tsx';

export const handle = { ns: ['order'], title: 'order:detail.title', below: '/platform/order' };

export default function PlatformOrderDetail() {
  const { orderId = '' } = useParams();
  return <PlatformOrder key={orderId} orderId={orderId} />;
}
