import { RefundList } from '../features/order/refund-list.tsx';

export const handle = { ns: ['order'], title: 'order:refunds.title' };

export default RefundList;
