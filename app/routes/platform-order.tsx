import { PlatformOrders } from '../features/order/platform-orders.tsx';

export const handle = { ns: ['order'], title: 'order:platform.title' };

export default PlatformOrders;
