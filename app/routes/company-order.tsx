import { OrderList } from '../features/certificate/order-list.tsx';

export const handle = { ns: ['certificate'] };

export default OrderList;
