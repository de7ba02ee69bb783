import { DeliveryList } from '../features/webhook/delivery-list.tsx';

export const handle = { ns: ['webhook', 'error'], title: 'webhook:logTitle' };

export default DeliveryList;
