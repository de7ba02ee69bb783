import { OrderList } from '../features/certificate/order-list.tsx';

export const handle = { ns: ['certificate'], title: 'certificate:order.title' };

export default OrderList;
