import { WebhookList } from '../features/webhook/webhook-list.tsx';

export const handle = { ns: ['webhook', 'error', 'rule'], title: 'webhook:title' };

export default WebhookList;
