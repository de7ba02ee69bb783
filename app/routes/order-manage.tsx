import { OrderList } from '../features/order/order-list.tsx';

export const handle = { ns: ['order'], title: 'order:title' };

export default OrderList;
