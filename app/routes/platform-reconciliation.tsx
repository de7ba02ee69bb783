import { ReconciliationList } from '../features/order/reconciliation-list.tsx';

export const handle = { ns: ['order'], title: 'order:reconciliation.title' };

export default ReconciliationList;
